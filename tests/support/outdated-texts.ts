/** Texts that the product no longer says, each with the one that it says instead. Rows of the specification are exempt. */
export const outdatedTexts: readonly [outdated: RegExp, now: string][] = [
  [/\bcorreos?\b/i, 'email'],
  [/Solo este evento/, 'Solo este partido'],
  [/Ver sus partidos/, 'Ver los partidos'],
  [/([Tt]odo sobre|Sobre) el partido|Ir al partido/, 'Ficha del partido'],
  [/A mi calendario|Llevar a mi calendario/, 'Añadir a mi calendario'],
  [/Compras sin ver/, 'Vendido y sin ver'],
  [/Avisos (y denuncias|por contestar)|por contestar/i, 'Denuncias, Sin responder'],
  [/a los que les falta algo/, 'Solo los que tienen algo pendiente'],
  [/hoja de cálculo, con la de los títulos/, 'O pega aquí tu hoja, con la fila de títulos'],
  [
    /Paradas por hora|19 de (cada )?20|[Tt]iempo parado|Empezó en menos/,
    'Cortes por hora, el 95 %, Tiempo cargando, Arranca',
  ],
  [/Resérval[oa]/, 'Reservar'],
  [/Ahora empieza en/, 'El partido empieza en'],
  [/encriptad[oa]s?/, 'cifrados'],
  [/Ninguno de abonados/, 'Aún no hay clips de abonados'],
  [/Lo publica el equipo/, 'Lo publica Cantera TV'],
  [/Mirar la cámara/, 'Ver la cámara'],
  [/\bregistrate\b/, 'regístrate'],
];

/** Sentences that rows of the specification quote: A-FORGOT-7, V-LAND-5 and A-SIGNUP-24. */
export const quotedTexts = [
  'Recibirás un correo con instrucciones para recuperar tu contraseña.',
  'El correo electrónico es obligatorio',
  'Ya existe un usuario con ese email. Inicia sesión o registrate con otro email.',
];
