// The amber burst of a tip; skipped for people who prefer reduced motion.

const SPARKS = 18;
const LASTS_MS = 900;

export const burst = (): void => {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const layer = document.createElement('div');
  layer.setAttribute('aria-hidden', 'true');
  Object.assign(layer.style, {
    position: 'fixed',
    inset: '0',
    pointerEvents: 'none',
    zIndex: '1000',
  });
  // A popover is in the top layer, above the dialog that is closing.
  layer.popover = 'manual';
  Object.assign(layer.style, {
    width: '100vw',
    height: '100vh',
    border: '0',
    background: 'none',
    margin: '0',
    overflow: 'hidden',
  });
  document.body.append(layer);
  layer.showPopover();
  for (let index = 0; index < SPARKS; index += 1) layer.append(spark(index));
  setTimeout(() => layer.remove(), LASTS_MS);
};

const spark = (index: number): HTMLElement => {
  const dot = document.createElement('span');
  const angle = (index / SPARKS) * Math.PI * 2;
  const reach = 90 + (index % 4) * 38;
  Object.assign(dot.style, {
    position: 'absolute',
    left: '50%',
    top: '55%',
    width: '10px',
    height: '10px',
    borderRadius: '50%',
    background: 'var(--lamp)',
    boxShadow: '0 0 16px var(--lamp)',
  });
  dot.animate(
    [
      { transform: 'translate(-50%, -50%) scale(0.4)', opacity: 1 },
      {
        transform: `translate(calc(-50% + ${Math.cos(angle) * reach}px), calc(-50% + ${Math.sin(angle) * reach - 70}px)) scale(1)`,
        opacity: 0,
      },
    ],
    { duration: LASTS_MS, easing: 'cubic-bezier(0.16, 1, 0.3, 1)', fill: 'forwards' },
  );
  return dot;
};
