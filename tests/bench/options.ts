/** Command-line options of the benchmark's parts. */
export interface Options {
  viewers: number;
  minutes: number;
  record: boolean;
}
