/**
 * zod compiles its checks by `new Function` where it may. Our content security policy forbids that, and reports even the
 * attempt. Said here, before any schema is made, so that pages without a form need not load zod to be told.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
