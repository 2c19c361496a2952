/** Who may call the API from a page of another origin: everybody; a token is asked for anyway. The local gateway does the same. */
export const apiCors = {
  allowOrigins: ['*'],
  allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowHeaders: ['authorization', 'content-type'],
  // By it whoever is on duty finds the lines of a request that failed (infra/README.md).
  exposeHeaders: ['apigw-requestid'],
  /** Seconds. */
  maxAge: 3600,
};
