// A panel at one side of the screen; on a phone it is a sheet that comes from below.
import { classNames } from '../class-names.ts';
import styles from './Drawer.module.css';
import { Modal, type ModalProps } from './Modal.tsx';

export const Drawer = ({ side, className, ...rest }: ModalProps & { side: 'left' | 'right' }) => (
  <Modal {...rest} className={classNames(styles.drawer, styles[side], className)} />
);
