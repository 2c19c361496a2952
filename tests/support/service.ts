/** A service of AWS as a test says it answers, in this process. */
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach } from 'vitest';

/**
 * In place of a client, for the tests of this file or group: empty again after each, and gone after the last. Files that
 * follow in the same worker share its clients, and would get nothing from a service that is still replaced.
 */
export const replaceService: typeof mockClient = (client) => {
  const service = mockClient(client);
  afterEach(() => {
    service.reset();
  });
  afterAll(() => service.restore());
  return service;
};
