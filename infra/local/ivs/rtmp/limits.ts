/** Limits that protect the server against broken or hostile peers. */
export const defaultLimits = {
  connections: 200,
  /** Number of connections without a valid key. */
  anonymous: 64,
  /** Milliseconds. At that limit, a new connection closes the oldest one without a key, if it is older than this. */
  replaceableAfterMs: 1000,
  /** Milliseconds in which a peer must send a valid key. */
  authenticationMs: 10_000,
  /** Milliseconds without data from a publisher; IVS disconnects after about 10 s too. */
  silenceMs: 10_000,
  /** Bytes of a message: a key frame at the highest quality that IVS accepts. */
  messageBytes: 4 * 1024 * 1024,
};

export type Limits = typeof defaultLimits;
