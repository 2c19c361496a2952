/** hls.js ships no types for its light build, which exports a subset of the full one. */
declare module 'hls.js/light' {
  export * from 'hls.js';
  export { default } from 'hls.js';
}
