/**
 * Disables zod's compiled checks: the content security policy forbids `new Function` and reports even the attempt. Set
 * here, so that pages without a form need not load zod.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
