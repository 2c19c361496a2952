/**
 * Disables zod's compiled checks, because the content security policy forbids `new Function` and reports even the
 * attempt. Set as a global, so that pages without a form need not load zod.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
