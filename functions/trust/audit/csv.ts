/** The audit as a table for spreadsheets: one line an act and item, in the words of the page. */
import type { AuditView } from '../../../shared/contract/audit.ts';
import { type Act, type ActItem, groupActs } from '../../../shared/domain/audit-acts.ts';
import {
  auditKindTexts,
  auditRoleTexts,
  describeAct,
  describeAuditField,
  findItemPath,
  listActValues,
} from '../../../shared/domain/audit-texts.ts';
import { writeCsv } from '../../../shared/domain/csv.ts';
import { madridText } from '../../../shared/domain/madrid-text.ts';
import { environment } from '../../platform/aws/environment.ts';

const head =
  'primer cambio;último cambio;quién;cargo;qué ha hecho;tipo;elemento;id;enlace;cambios;antes → después;otros campos;por'.split(
    ';',
  );

/** Writes a page of entries, given newest first; the first page begins with the head. */
export function writeAuditCsv(entries: readonly AuditView[], isFirst: boolean): string {
  const lines = groupActs(entries).flatMap((act) => act.items.map((item) => toLine(act, item)));
  return isFirst ? writeCsv([head, ...lines]) : writeCsv(lines).slice(byteOrderMark);
}

function toLine(act: Act, item: ActItem): string[] {
  const path = findItemPath(item);
  const values = listActValues(act, item).map(({ text, before, after }) => `${text}: ${before} → ${after}`);
  return [
    instantText(new Date(act.from)),
    instantText(new Date(act.until)),
    act.person ? act.person.name || act.person.id : auditRoleTexts[act.role],
    auditRoleTexts[act.role],
    describeAct(act, item),
    auditKindTexts[item.kind],
    item.name ?? '',
    item.itemId,
    path ? `${environment('WEB_ORIGIN')}${path}` : '',
    String(item.count),
    values.join('; '),
    item.fields.map((field) => describeAuditField(field) ?? field).join(', '),
    act.via,
  ];
}

const instantText = madridText({ dateStyle: 'short', timeStyle: 'medium' });
const byteOrderMark = 1;
