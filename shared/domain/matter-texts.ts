export const matterReasonTexts = {
  MINOR: 'Sale un menor sin permiso',
  PRIVACY: 'Vulnera la intimidad o la imagen de alguien',
  HATE: 'Insultos, odio o violencia',
  COPYRIGHT: 'Derechos de autor',
  ILLEGAL: 'Parece ilegal por otro motivo',
  OTHER: 'Otro motivo',
} as const;

export const matterStateTexts = {
  OPEN: 'En revisión',
  ASKED: 'Faltan datos',
  APPEALED: 'En segunda revisión',
  KEPT: 'Se mantiene',
  HIDDEN: 'Retirado',
} as const;
