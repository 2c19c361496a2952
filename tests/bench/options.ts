/** Command-line options that the parts of the benchmark read. */
export interface Options {
  viewers: number;
  minutes: number;
  record: boolean;
}
