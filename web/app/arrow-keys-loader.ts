/** Loads arrow-keys.ts with the first arrow key that no other handler uses. */
let code: typeof import('./arrow-keys.ts') | undefined;
let usesPointer = false;

// A pointer event without movement means that the page has scrolled under the pointer.
const notePointer = ({ buttons, movementX, movementY }: PointerEvent) => {
  usesPointer ||= (buttons || movementX || movementY) !== 0;
};
addEventListener('pointermove', notePointer);
addEventListener('pointerdown', notePointer);

addEventListener('keydown', (event) => {
  const { altKey, ctrlKey, metaKey, shiftKey } = event;
  if (event.defaultPrevented || altKey || ctrlKey || metaKey || shiftKey || !/^Arrow/.test(event.key)) return;
  if (code) return code.moveFocus(event);
  // Without a pointer in use, the page must not scroll while the module loads.
  if (!usesPointer && !document.querySelector('input:focus, select:focus, textarea:focus')) event.preventDefault();
  import('./arrow-keys.ts').then(
    (module) => {
      if (!code) module.startArrowKeys(usesPointer);
      code = module;
      module.moveFocus(event);
    },
    () => undefined,
  );
});

export {};
