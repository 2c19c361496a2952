/** Seller and software on an invoice, as the stage's settings say. */
import { softwareName, softwareVersion } from '../../../shared/domain/software.ts';
import { environment } from '../../platform/aws/environment.ts';
import type { Party, Software } from './rules.ts';

export function readSeller(): Party {
  const { name, taxId, address } = JSON.parse(environment('COMPANY')) as Party;
  return { name, taxId, address };
}

export function readSoftware(): Software {
  const { name, taxId } = JSON.parse(environment('MAKER')) as Software['maker'];
  return { name: softwareName, version: softwareVersion, maker: { name, taxId } };
}
