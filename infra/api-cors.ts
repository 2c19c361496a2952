/** CORS of the API, also in the local gateway: any origin, because access depends on a bearer token, not on cookies. */
export const apiCors = {
  allowOrigins: ['*'],
  allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowHeaders: ['authorization', 'content-type'],
  // Support finds a failed request's log lines by this id (infra/README.md).
  exposeHeaders: ['apigw-requestid'],
  /** Seconds. */
  maxAge: 3600,
};
