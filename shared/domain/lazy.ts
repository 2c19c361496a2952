/**
 * Creates a value on first use. The first Intl formatter of a process loads locale data for 15 ms, which most cold
 * starts do not need.
 */
export function lazy<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
