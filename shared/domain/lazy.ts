/**
 * What takes long to make is made when it is first asked for. The first formatter of a process reads the languages'
 * data, 15 ms: a function that starts only to answer something else does without it.
 */
export function lazy<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
