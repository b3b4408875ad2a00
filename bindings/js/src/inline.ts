// The same as the main entry, under the name of the time when that had the module in a chunk of its own.

export * from './index.js';
