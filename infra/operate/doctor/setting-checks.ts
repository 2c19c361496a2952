/** Explains each setting of a stage, and finds those that are incomplete or dearer than necessary. */
import { listMissingLegalData } from '../../setting-rules.ts';
import type { DeployConfig } from '../../settings.ts';
import { type Finding, good, missing } from './finding.ts';

export const checkSettings = (config: DeployConfig): Finding[] =>
  [
    checkLegalData,
    checkSale,
    checkStatements,
    checkInvoices,
    checkCameraTime,
    checkImageRights,
    checkLiveDelivery,
    checkBroadcastEncoding,
    checkEdgePlans,
  ].map((check) => check(config));

function checkLegalData({ production, company }: DeployConfig): Finding {
  if (!company.name.includes('demostración')) return good('Legal data', `${company.name}, ${company.taxId}`);
  return missing(
    'Legal data',
    `${production ? '' : 'a trial: '}the legal pages have invented company data`,
    'company in infra/config.ts',
  );
}

function checkSale({ seller: kind, company, termsAddress }: DeployConfig): Finding {
  if (kind === 'managed')
    return good(
      'Sale',
      'sold by Stripe’s managed payments, which send the invoices and owe the VAT. They want their terms accepted in Stripe’s settings, an answer from Stripe whether live matches may be sold so, and no Connect; without Bizum, and buyers outside the euro see their own currency',
    );
  const seller = `sold by ${company.name}`;
  return good(
    'Sale',
    termsAddress
      ? `${seller}; Stripe asks to accept ${termsAddress}, which must be in its public details too`
      : `${seller}; the orders accept the conditions on our own page; termsAddress: Stripe’s page asks for them too`,
  );
}

function checkStatements(config: DeployConfig): Finding {
  const lacking = listMissingLegalData(config);
  const { registry, contactPoint, consentAge } = config.legal;
  if (lacking.length === 0)
    return good('Legal statements', `${registry}; notices to ${contactPoint}; consent from ${consentAge} years`);
  return missing(
    'Legal statements',
    `${config.production ? '' : 'a trial: '}the pages lack ${lacking.length} of what the law wants`,
    lacking.join('; '),
  );
}

function checkInvoices({ seller, vat, maker }: DeployConfig): Finding {
  if (seller === 'managed')
    return good('Invoices', 'Stripe’s for new orders; ours for what was sold before, and for nothing else');
  const others = Object.keys(vat).length - 1;
  return good(
    'Invoices',
    `VAT ${vat.default}${typeof vat.default === 'number' ? ' %' : ''} by default, ${others} places of their own; software of ${maker.name}. Records are chained, but neither signed nor sent to the tax agency: from 2027 the operator does that with the monthly export`,
  );
}

function checkCameraTime({ cameraTime, cameraMinutes: { before, after } }: DeployConfig): Finding {
  if (cameraTime === 'exigir')
    return good('Cameras', `exigir: shown and recorded from ${before} min before a match to ${after} min after it`);
  return good('Cameras', 'avisar: shown whenever they are on air; cameraTime: exigir limits them to their match');
}

function checkImageRights({ imageRights }: DeployConfig): Finding {
  if (imageRights === 'exigir')
    return good('Image rights', 'exigir: matches of minors are private until both sides have authorised them');
  return good('Image rights', 'avisar: staff are told what is missing; imageRights: exigir keeps such matches private');
}

function checkLiveDelivery({ liveDelivery, edgePlans }: DeployConfig): Finding {
  if (liveDelivery === 'RECORDING' && !edgePlans.media)
    return missingPlan('Lives', 'RECORDING costs more than IVS while CloudFront is paid by use');
  if (liveDelivery === 'RECORDING')
    return good('Lives', 'RECORDING: from their recording, a minute late, unless a viewer switches to IVS');
  return good(
    'Lives',
    'IVS: within seconds; liveDelivery: RECORDING costs next to nothing on a plan, and is a minute late',
  );
}

function checkBroadcastEncoding({ broadcastEncoding, edgePlans }: DeployConfig): Finding {
  if (broadcastEncoding === 'NEVER' && !edgePlans.media)
    return missingPlan(
      'Recordings',
      'NEVER: paid by use, IVS’s files cost more than encoding a broadcast that 68 people watch (34 with LIGHT)',
    );
  if (broadcastEncoding === 'ALWAYS')
    return good(
      'Recordings',
      'ALWAYS: every broadcast is encoded; broadcastEncoding: NEVER saves $4.90 an hour of them',
    );
  return good(
    'Recordings',
    `${broadcastEncoding}: broadcasts play as IVS recorded them${broadcastEncoding === 'WATCHED' ? ' until a viewer watches' : ''}`,
  );
}

const missingPlan = (area: string, text: string) => missing(area, text, "edgePlans: { media: 'PRO' }");

function checkEdgePlans({ edgePlans: { media, web } }: DeployConfig): Finding {
  if (!media && !web) return good('Edge plans', 'none: CloudFront is paid by use; npm run costs says what is cheaper');
  const chosen = [media && `media ${media}`, web && `web ${web}`].filter(Boolean).join(', ');
  return good('Edge plans', `${chosen}; each begins once it is chosen for its distribution in CloudFront's console`);
}
