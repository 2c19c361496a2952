/**
 * All error codes of the API, with status and Spanish text. A code has three letters and four digits, which begin with
 * the status class. The codes that the specification names (SSN4003, SR4006, PYM4001, SR4092, SR4002) keep its meaning.
 */
export const errors = {
  REQ4000: { status: 400, message: 'La petición no es válida' },
  REQ4001: { status: 400, message: 'El cuerpo de la petición no es JSON válido' },
  REQ4040: { status: 404, message: 'No encontrado' },
  REQ4050: { status: 405, message: 'Método no permitido' },
  REQ4090: { status: 409, message: 'Alguien ha cambiado estos datos mientras tanto. Vuelve a cargarlos.' },
  REQ4130: { status: 413, message: 'El archivo es demasiado grande para enviarse así. Usa la subida por partes.' },
  REQ4150: { status: 415, message: 'El formato de la petición no se admite' },
  REQ4290: { status: 429, message: 'Demasiados intentos. Espera unos minutos y vuelve a probar.' },
  REQ5000: { status: 500, message: 'Algo salió mal. Intenta de nuevo en un rato' },
  REQ5030: { status: 503, message: 'El servicio está ocupado. Intenta de nuevo en un momento.' },

  SSN4010: { status: 401, message: 'Debes iniciar sesión' },
  SSN4011: { status: 401, message: 'Usuario / Contraseña incorrectos' },
  SSN4003: { status: 401, message: 'Usuario sin suscripción' },
  SSN4030: { status: 403, message: 'No tienes permisos para hacer esto' },
  SSN4090: {
    status: 409,
    message:
      'Estás viendo un video o un directo en otro dispositivo. Por favor, cierra la sesión en ese dispositivo y vuelve a intentarlo.',
  },
  SR4006: { status: 401, message: 'El usuario está dado de baja' },
  TVS4040: { status: 404, message: 'Este código ya no vale. Pide otro en tu televisión.' },
  CPT4000: { status: 400, message: 'No se pudo verificar reCAPTCHA. Inténtalo de nuevo.' },

  CPT4001: {
    status: 400,
    message:
      'Ha habido muchos intentos fallidos y no hemos podido comprobar que eres una persona. Entra con «¿Has olvidado tu contraseña?» o prueba dentro de unos minutos.',
  },

  CLB4040: { status: 404, message: 'Club no encontrado' },
  CLB4000: { status: 400, message: 'Alguno de los clubes elegidos no existe' },
  COM4040: { status: 404, message: 'Competición no encontrada' },
  EVT4040: { status: 404, message: 'Evento no encontrado' },
  EVT4000: { status: 400, message: 'El evento elegido no existe' },
  EVT4001: { status: 400, message: 'El equipo local y el visitante deben ser dos clubes distintos del evento' },
  EVT4002: { status: 400, message: 'El precio del partido está fuera de los límites de la plataforma' },
  EVT4098: { status: 409, message: 'Ya hay quien ha comprado este partido: su precio no se puede cambiar' },
  EVT4091: {
    status: 409,
    message:
      'Hay personas que han pagado por este evento: no se puede eliminar. Puedes ocultarlo, o cancelarlo: entonces les devolvemos el dinero.',
  },
  SCR4000: { status: 400, message: 'Alguna acción no es del deporte de este partido' },
  SCR4030: { status: 403, message: 'Este enlace de anotador ya no vale. Pide otro al club.' },
  SCR4090: { status: 409, message: 'Este partido ya tiene más acciones de las que caben' },
  SCR4091: { status: 409, message: 'El marcador de este partido no dice todavía cuándo empezó' },
  PHN4030: { status: 403, message: 'Este enlace de cámara ya no vale. Pide otro al club.' },
  PHN4040: { status: 404, message: 'Esta emisión ya no existe: vuelve a empezar' },
  PHN4090: { status: 409, message: 'Con este enlace ya se ha enviado todo el video que cabe. Pide otro al club.' },
  PHN4091: { status: 409, message: 'Ese trozo ya se pidió con otro tamaño' },
  PHN4092: { status: 409, message: 'Este partido está cancelado o aplazado: no se puede emitir' },
  PHN4093: { status: 409, message: 'Esa cámara no está emitiendo ahora' },
  PHN4094: {
    status: 409,
    message:
      'Según el marcador, el partido ha terminado y ya no se emite. Si sigue, pide que lo corrijan: no se pierde nada.',
  },
  VOD4040: { status: 404, message: 'VOD no encontrado' },
  VOD4090: { status: 409, message: 'El video todavía se está procesando' },
  VOD4091: { status: 409, message: 'El video original ya no está disponible' },
  CON4040: { status: 404, message: 'Contenido no encontrado' },
  BRD4040: { status: 404, message: 'Emisión no encontrada' },
  BRD4090: { status: 409, message: 'La emisión ya es un video: quita los segundos en el video' },
  CAM4040: { status: 404, message: 'Cámara no encontrada' },
  CAM4090: { status: 409, message: 'Ya existe una cámara o un directo con ese slug' },
  CAM4091: { status: 409, message: 'Alguien está renovando esta clave ahora mismo. Espera un momento.' },
  CAM4030: {
    status: 403,
    message: 'Solo administración puede terminar la emisión, o volver a abrir la que se terminó a mano',
  },
  CAM4092: {
    status: 409,
    message: 'El partido de esta cámara está cancelado o aplazado. Elige el evento que se va a jugar.',
  },
  UPL4040: { status: 404, message: 'La subida ya no existe: empieza una nueva' },
  UPL4001: { status: 400, message: 'El archivo debe ser un video' },
  UPL4002: { status: 400, message: 'El archivo de video es requerido' },
  UPL4003: { status: 400, message: 'El archivo debe ser un video MP4' },
  UPL4000: { status: 400, message: 'Faltan partes del archivo: reanuda la subida' },
  ADV4040: { status: 404, message: 'Anuncio no encontrado' },
  MOM4040: { status: 404, message: 'Momento no encontrado' },
  CLP4040: { status: 404, message: 'Clip no encontrado' },
  CLP4000: { status: 400, message: 'Un clip dura entre 5 y 60 segundos, dentro de la grabación' },
  CLP4001: { status: 400, message: 'Di desde qué segundo y cuántos segundos, o elige un momento' },
  CLP4002: { status: 400, message: 'No hay momentos de los que hacer un resumen: marca primero las jugadas' },
  CLP4090: {
    status: 409,
    message: 'Este club no tiene todavía clips públicos. Se pueden permitir en los datos del club.',
  },
  CLP4030: { status: 403, message: 'De este partido solo cortan clips sus clubes' },
  CLP4031: { status: 403, message: 'Ya has visto el momento gratis de este partido' },
  CLP4091: { status: 409, message: 'Ya guardas 50 clips: elimina alguno para cortar más' },
  CAT4000: { status: 400, message: 'La categoría no existe' },
  STF4040: { status: 404, message: 'Usuario no encontrado' },
  STF4090: { status: 409, message: 'El usuario todavía no ha aceptado la invitación' },
  STF4091: { status: 409, message: 'El usuario ya ha aceptado la invitación' },
  STF4092: { status: 409, message: 'Ese email ya es de alguien del personal de un club o de un administrador.' },
  STF4000: { status: 400, message: 'La invitación no es válida o ha caducado.' },
  CTC4000: { status: 400, message: 'Esa dirección de destino no se admite' },
  CLP4092: { status: 409, message: 'Ese momento está retirado y no se puede cortar' },
  WDR4000: { status: 400, message: 'Elige qué segundos se quitan, dentro de lo que se ve' },
  WDR4040: { status: 404, message: 'Esos segundos ya se ven otra vez' },
  WDR4090: { status: 409, message: 'Este video tiene ya demasiados cortes: ocúltalo entero' },
  WDR4091: {
    status: 409,
    message: 'Alguien ha quitado o devuelto segundos mientras tanto. Vuelve a cargar el video y elige otra vez.',
  },
  CLS4030: {
    status: 403,
    message: 'Lo cerró Cantera TV o el otro club, para proteger a alguien: solo quien lo hizo puede abrirlo.',
  },
  MTT4001: { status: 400, message: 'No encontramos ningún partido ni video que se vea con esa dirección.' },
  MTT4040: { status: 404, message: 'No encontramos este aviso. Usa el enlace del último email que te enviamos.' },
  MTT4090: {
    status: 409,
    message: 'Está oculto por un aviso sobre imágenes. Podrá mostrarse o borrarse cuando el aviso se resuelva.',
  },
  MTT4091: { status: 409, message: 'Este aviso ya no admite esa respuesta. Vuelve a cargarlo.' },
  MTT4092: { status: 409, message: 'Ya no se puede deshacer: hemos comunicado la decisión.' },
  MTT4093: { status: 409, message: 'Quita primero los segundos en que se ve: todavía no falta ninguno.' },
  MTT4094: { status: 409, message: 'Ya no se puede ocultar desde aquí: lo revisará una persona cuanto antes.' },
  AUD4000: { status: 400, message: 'Elige como mucho un año de cambios' },
  AUD4001: { status: 400, message: 'No se puede seguir leyendo desde ahí: vuelve a buscar' },
  AUD4040: { status: 404, message: 'No encontramos este elemento' },
  FAM4040: { status: 404, message: 'Esa persona ya no está en la lista' },
  FAM4041: { status: 404, message: 'Este enlace ya no vale. Pide al club el nuevo.' },
  FAM4090: { status: 409, message: 'Ya se ha decidido sobre esa persona: vuelve a cargar la página.' },
  FAM4092: {
    status: 409,
    message: 'Esta persona todavía no ha demostrado que el email es suyo. Podrás confirmarla cuando lo haga.',
  },
  FAM4091: { status: 409, message: 'Este partido es solo para familias: sus clips no se pueden publicar' },
  RGT4000: { status: 400, message: 'El texto ha cambiado: vuelve a cargar la página y léelo antes de aceptarlo.' },
  RGT4001: { status: 400, message: 'El documento debe ser un PDF' },
  RGT4040: { status: 404, message: 'Todavía no hay ninguna declaración de este equipo' },
  RGT4041: { status: 404, message: 'No hay ningún documento guardado' },
  RGT4090: { status: 409, message: 'Todavía no se puede hacer público: faltan autorizaciones' },

  NWS4000: { status: 400, message: 'El enlace no es válido o ha caducado.' },
  ALR4000: { status: 400, message: 'Este navegador no puede recibir avisos' },
  ALR4090: { status: 409, message: 'Ya sigues todo lo que se puede seguir. Deja antes de seguir algo.' },
  SR4002: { status: 400, message: 'El token de reseteo de contraseña es inválido o ha expirado.' },
  SR4000: { status: 400, message: 'Error al actualizar la contraseña' },
  SR4001: { status: 400, message: 'La contraseña no es correcta' },
  BRD4000: { status: 400, message: 'Debe seleccionar un evento deportivo o indicar un título' },
  OEM4010: { status: 401, message: 'Esa página es solo para quien ha iniciado sesión' },
  PTN4010: { status: 401, message: 'La clave de API no es válida' },
  PTN4040: { status: 404, message: 'Cliente no encontrado' },
  PTN4090: { status: 409, message: 'El email y el identificador pertenecen a usuarios distintos' },
  ORD4040: {
    status: 404,
    message:
      'No encontramos ninguna compra con ese email y ese número de recibo. Los dos están en el email del recibo.',
  },
  INV4040: { status: 404, message: 'Esta factura no existe. La de un pago reciente tarda un par de minutos.' },
  INV4090: { status: 409, message: 'Esta compra ya tiene una factura con otros datos. Escríbenos y lo arreglamos.' },
  INV4091: { status: 409, message: 'Esta compra está devuelta: no queda nada que facturar' },
  INV4092: { status: 409, message: 'Esta compra te la vendió Link: su factura te llegó por email desde allí' },
  STM4090: { status: 409, message: 'Este mes no ha terminado todavía: se cierra cuando acabe' },
  STM4091: { status: 409, message: 'El mes anterior sigue abierto: ciérralo antes' },
  STM4092: { status: 409, message: 'Todavía faltan facturas de este mes. Vuelve a intentarlo en un par de minutos.' },
  PYM4001: { status: 400, message: 'Ya has pagado por este producto' },
  PYM4002: { status: 400, message: 'La dirección de vuelta no es válida' },
  PYM4003: { status: 400, message: 'La firma no es válida' },
  PYM4004: { status: 400, message: 'Todavía no tienes pagos' },
  PYM4005: { status: 400, message: 'Este evento es gratuito: no hace falta comprarlo' },
  PYM4006: { status: 400, message: 'Tu pago anterior todavía se está procesando. Te escribiremos cuando llegue.' },
  PYM4007: {
    status: 400,
    message:
      'La temporada está a punto de terminar: la suscripción vuelve con la próxima. Puedes comprar cada partido suelto.',
  },
  PYM4008: { status: 400, message: 'Este partido se ha cancelado: ya no se puede comprar' },
  PYM4009: {
    status: 400,
    message: 'Ahora no hay nada que ver de este partido: podrás comprarlo cuando vuelva la señal o esté el video',
  },
  PYM4010: { status: 400, message: 'Para ir al pago, marca la casilla sobre el derecho de desistimiento' },
  PYM4011: { status: 400, message: 'Este plan no está a la venta ahora mismo' },
  PYM4012: { status: 400, message: 'El código tiene que terminar en un día de los próximos cinco años' },
  PYM4040: { status: 404, message: 'Este código no existe' },
  PYM4090: { status: 409, message: 'Ya hay un código activo con ese texto: elige otro, o desactívalo antes' },
  PYM5030: { status: 503, message: 'Todavía no se puede pagar aquí. Vuelve a intentarlo más adelante.' },
  SR4092: { status: 409, message: 'Ya existe un usuario con ese email. Inicia sesión o registrate con otro email.' },
  SR4093: {
    status: 409,
    message: 'Ya has comprado con este email. Te hemos enviado un enlace para entrar: abre tu email.',
  },

  IMG4000: { status: 400, message: 'La miniatura debe ser un archivo PNG' },
  IMG4001: { status: 400, message: 'La imagen está dañada' },
  IMG4002: { status: 400, message: 'La imagen es demasiado grande: como máximo, 25 megapíxeles' },

  PLY4010: { status: 401, message: 'El enlace de reproducción ha caducado' },
  PLY4030: { status: 403, message: 'No tienes acceso a este video' },
  PLY4040: { status: 404, message: 'El video no está disponible' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

/** Shown to users when no better text is known. */
export const genericErrorText = errors.REQ5000.message;

/** An error that the API returns as `{ code, message }` with the code's status. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string = errors[code].message, headers: Record<string, string> = {}) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = errors[code].status;
    this.headers = headers;
  }
}
