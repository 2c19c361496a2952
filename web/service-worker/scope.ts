/** The worker's own global scope, which TypeScript takes for that of any worker. */
export const worker = globalThis as unknown as ServiceWorkerGlobalScope;
