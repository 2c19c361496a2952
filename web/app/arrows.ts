/** Loads arrow-keys.ts with the first arrow key that nothing else handles. */
let code: typeof import('./arrow-keys.ts') | undefined;
let byPointer = false;

// A pointer event without movement means that the page scrolled under the pointer.
const touch = ({ buttons, movementX, movementY }: PointerEvent) => {
  byPointer ||= (buttons || movementX || movementY) !== 0;
};
addEventListener('pointermove', touch);
addEventListener('pointerdown', touch);

addEventListener('keydown', (event) => {
  const { altKey, ctrlKey, metaKey, shiftKey } = event;
  if (event.defaultPrevented || altKey || ctrlKey || metaKey || shiftKey || !/^Arrow/.test(event.key)) return;
  if (code) return code.moveFocus(event);
  // Without a pointer, keeps the page from scrolling while the module loads.
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
