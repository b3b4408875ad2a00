export * from './api.js';
export { moduleBytes } from './carried.js';
export { load } from './load.js';
