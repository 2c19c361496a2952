/** Rights to images of minors: purposes, missing rights, and their texts. Pure. */
import { type AgeCategory, type TeamLetter, teamName } from './match.ts';

/** Guardians authorise each purpose on its own. */
export const purposes = ['live', 'recording', 'clips', 'sponsors'] as const;
export type Purpose = (typeof purposes)[number];

export const purposeNames: Record<Purpose, string> = {
  live: 'Directo',
  recording: 'Grabación',
  clips: 'Clips',
  sponsors: 'Patrocinadores y redes',
};

/** Uses that each purpose covers, as the form says beside its box. */
export const purposeHints: Record<Purpose, string> = {
  live: 'El partido se ve mientras se juega.',
  recording: 'El partido y su resumen se ven después.',
  clips: 'Se ven jugadas sueltas.',
  sponsors:
    'Anuncios con el video, el partido insertado en otras webs, y una imagen del directo al compartir el enlace. Sin marcar, al compartirlo solo salen los escudos y el título.',
};

/**
 * TEAM: a club on the platform has not stated the authorisations of its team. RIVAL: the competition's permission is missing
 * for a side that is not on the platform. CONTRACT: no club of the match has accepted the operator's contract. CATEGORY:
 * the age of the players is unknown.
 */
export type LackReason = 'TEAM' | 'RIVAL' | 'CONTRACT' | 'CATEGORY';

/** A missing right that a match needs before it may be public for these purposes. */
export interface Lack {
  reason: LackReason;
  purposes: readonly Purpose[];
  /** Absent where no single club is meant. */
  clubId?: string;
  /** TEAM: the one of the club's teams that is meant. */
  team?: { category: AgeCategory; letter: TeamLetter };
  /** RIVAL: the competition permits it, and only the document is missing. */
  lacksDocument?: true;
}

/** True unless all players are adults, as in senior teams; an unknown category counts as minors. */
export const isOfMinors = (category: AgeCategory | null | undefined): boolean => category !== 'senior';

export const isLacking = (lacks: readonly Lack[], purpose: Purpose): boolean =>
  lacks.some((lack) => lack.purposes.includes(purpose));

/** 'directo, grabación y clips' */
export const formatPurposes = (named: readonly Purpose[]): string =>
  named.length === purposes.length
    ? 'todos los usos'
    : listText(named.map((purpose) => purposeNames[purpose].toLowerCase()));

/** Describes the missing right in words that continue 'Falta …'. */
export function formatLack({ reason, purposes: named, team, lacksDocument }: Lack, club: string): string {
  switch (reason) {
    case 'TEAM':
      return `la autorización de las familias ${team ? `del ${teamName(team.category, team.letter)} ` : ''}de ${club} (${formatPurposes(named)})`;
    case 'RIVAL': {
      const what = lacksDocument ? 'el documento del permiso de la competición' : 'el permiso de la competición';
      return club
        ? `${what} para ${club}, que no está en Cantera TV (${formatPurposes(named)})`
        : `${what} para el rival (${formatPurposes(named)})`;
    }
    case 'CONTRACT':
      return `que ${club} acepte el contrato de Cantera TV`;
    case 'CATEGORY':
      return 'la categoría, para saber si juegan menores';
  }
}

/** 'Falta A, B y C.' */
export const formatLacks = (lacks: readonly Lack[], nameClub: (id: string | undefined) => string): string =>
  lacks.length === 0 ? '' : `Falta ${listText(lacks.map((lack) => formatLack(lack, nameClub(lack.clubId))))}.`;

const listText = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} y ${parts.at(-1)}`;

/**
 * Versions of the texts that clubs accept. A changed text gets a new version; statements keep the version that was
 * accepted.
 */
export const statementVersion = '2026-11';
export const statementText =
  'El club declara que guarda la autorización firmada por el padre, la madre o el tutor de cada jugador de este equipo para los usos marcados, y también la del propio jugador desde los 14 años. Si una familia la retira, el club lo dice aquí ese mismo día.';

export const contractVersion = '2026-11';
export const contractTexts: readonly string[] = [
  'El club organiza sus partidos y decide cuáles se emiten. Cantera TV los emite, los graba y los guarda por encargo del club, como encargado del tratamiento (artículo 28 del RGPD).',
  'El club solo publica partidos de menores cuando las familias de los dos equipos lo han autorizado, y guarda esas autorizaciones.',
  'Cantera TV oculta en el acto lo que una familia pida retirar, mientras se decide, y responde en un mes como máximo.',
  'El club nombra a una persona de contacto para la protección de los menores (artículo 48 de la LOPIVI), que aparece en su página.',
];
