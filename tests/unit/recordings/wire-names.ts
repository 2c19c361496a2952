/** Names of a job's settings as in the wire format, of which the SDK's have capitals. */
export const toWireNames = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(toWireNames)
    : value && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value).map(([key, one]) => [
            /^Audio Selector/.test(key) ? key : key.charAt(0).toLowerCase() + key.slice(1),
            toWireNames(one),
          ]),
        )
      : value;
