// A QR code as SVG.
import { useMemo } from 'react';
import { renderSVG } from 'uqr';
import styles from './payment-methods.module.css';

/** Modules of white around the code; some readers need them (ISO/IEC 18004). */
const QUIET_ZONE = 4;

export const QrPicture = ({ code, label }: { code: string; label: string }) => {
  const picture = useMemo(
    () =>
      `data:image/svg+xml,${encodeURIComponent(renderSVG(code, { border: QUIET_ZONE, ecc: 'M' }))}`,
    [code],
  );
  return <img className={styles.qr} src={picture} alt={label} width={214} height={214} />;
};
