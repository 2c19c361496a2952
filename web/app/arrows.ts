/** Fetches what moves the focus with the first arrow key that nobody else has taken (E-TV-1). */
let code: typeof import('./arrow-keys.ts') | undefined;
let byPointer = false;

// Without a movement it is the page that has moved below it.
const touch = ({ buttons, movementX, movementY }: PointerEvent) => {
  byPointer ||= (buttons || movementX || movementY) !== 0;
};
addEventListener('pointermove', touch);
addEventListener('pointerdown', touch);

addEventListener('keydown', (event) => {
  const { altKey, ctrlKey, metaKey, shiftKey } = event;
  if (event.defaultPrevented || altKey || ctrlKey || metaKey || shiftKey || !/^Arrow/.test(event.key)) return;
  if (code) return code.moveFocus(event);
  // Where nobody has a mouse in hand the page does not scroll while it comes.
  if (!byPointer && !document.querySelector('input:focus, select:focus, textarea:focus')) event.preventDefault();
  import('./arrow-keys.ts').then(
    (module) => {
      if (!code) module.begin(byPointer);
      code = module;
      module.moveFocus(event);
    },
    () => undefined,
  );
});

export {};
