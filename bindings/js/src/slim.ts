// The package without the module, for those who serve it as a file.

export * from './api.js';
export { load } from './load.js';
