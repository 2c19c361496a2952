/** Replaces an AWS client in this process by answers that a test sets. */
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach } from 'vitest';

/**
 * Mocks a client for the tests of this file or group. Reset after each test, restored after the last, because files in
 * the same worker share clients.
 */
export const replaceService: typeof mockClient = (client) => {
  const service = mockClient(client);
  afterEach(() => {
    service.reset();
  });
  afterAll(() => service.restore());
  return service;
};
