// A QR code, drawn here.
import { useMemo } from 'react';
import { renderSVG } from 'uqr';
import styles from './ways.module.css';

export const QrPicture = ({ code, label }: { code: string; label: string }) => {
  const picture = useMemo(() => `data:image/svg+xml,${encodeURIComponent(renderSVG(code, { border: 1, ecc: 'M' }))}`, [code]);
  return <img className={styles.qr} src={picture} alt={label} width={214} height={214} />;
};
