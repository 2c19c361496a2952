/** The service worker's global scope; TypeScript only knows the generic worker scope. */
export const worker = globalThis as unknown as ServiceWorkerGlobalScope;
