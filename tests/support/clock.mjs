/**
 * Shifts the clock for `npm test -- --at <instant>`: loaded by every Node process of the run (`--import`), every page and
 * every context of the web tests. Time runs on from that instant; a test that lets days pass adds them to `Date.shift`.
 *
 * Plain JavaScript, valid as script and as module, because Node 20 (npm itself) and browsers load it too.
 */
{
  const shift = Number(process.env.TEST_CLOCK_SHIFT ?? 0);
  const RealDate = Date;
  if (shift !== 0 && !('shift' in RealDate)) {
    const { now } = RealDate;
    Object.assign(RealDate, { shift, now: () => now() + RealDate.shift });
    globalThis.Date = new Proxy(RealDate, {
      construct: (target, given, newTarget) =>
        Reflect.construct(target, given.length > 0 ? given : [target.now()], newTarget),
      apply: (target) => new target(target.now()).toString(),
    });
    RealDate.prototype.constructor = globalThis.Date;
  }
}
