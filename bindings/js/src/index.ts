export * from './api.js';
export { load } from './load.js';
