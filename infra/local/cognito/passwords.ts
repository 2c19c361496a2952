import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ServiceError } from '../wire/http-server.ts';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

export async function hashPassword(password: string): Promise<string> {
  if (password.length < 8) {
    throw new ServiceError(
      'InvalidPasswordException',
      'Password did not conform with policy: Password not long enough',
    );
  }
  const salt = randomBytes(16);
  return `${salt.toString('base64')}:${(await derive(password, salt, 32)).toString('base64')}`;
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [salt = '', expected = ''] = stored.split(':').map((part) => Buffer.from(part, 'base64'));
  return timingSafeEqual(await derive(password, Buffer.from(salt), 32), Buffer.from(expected));
}

export const dummyPassword = `${randomBytes(16).toString('base64')}:${randomBytes(32).toString('base64')}`;
