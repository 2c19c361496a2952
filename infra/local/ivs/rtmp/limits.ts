/** Limits that protect the server against peers that are broken or hostile. */
export const defaultLimits = {
  connections: 200,
  /** Maximum of connections without a valid key. */
  anonymous: 64,
  /** Age in milliseconds from which the oldest of them is closed for a new connection at the limit. */
  replaceableAfterMs: 1000,
  /** Milliseconds to send a valid key. */
  authenticationMs: 10_000,
  /** Milliseconds without data from a publisher; IVS disconnects after about 10 s too. */
  silenceMs: 10_000,
  /** Bytes of one message: a key frame at the highest quality that IVS accepts. */
  messageBytes: 4 * 1024 * 1024,
};

export type Limits = typeof defaultLimits;
