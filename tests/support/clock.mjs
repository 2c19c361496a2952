/**
 * Another time than the machine's, for `npm test -- --at <instant>`: every Node process of the run begins with this file
 * (`--import`), and so does every page and every world of a web test. Time goes on from there; only its origin moves.
 *
 * Plain JavaScript, and a script as well as a module: Node 20 (npm itself) and browsers read it too.
 */
{
  const shift = Number(process.env.TEST_CLOCK_SHIFT ?? 0);
  const RealDate = Date;
  if (shift !== 0 && !('isShifted' in RealDate)) {
    const { now } = RealDate;
    Object.assign(RealDate, { isShifted: true, now: () => now() + shift });
    globalThis.Date = new Proxy(RealDate, {
      construct: (target, given, newTarget) =>
        Reflect.construct(target, given.length > 0 ? given : [target.now()], newTarget),
      apply: (target) => new target(target.now()).toString(),
    });
    RealDate.prototype.constructor = globalThis.Date;
  }
}
