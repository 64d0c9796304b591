// The words of a help ticket; the number of a receipt in them leads to its transaction.
import { Link } from 'react-router';
import { adminStyles as styles, useRight } from '../../features/dsb/index.ts';

const RECEIPT = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/;

export const TicketMessage = ({ message }: { message: string }) => {
  const mayLook = useRight('money.read');
  const [receipt] = RECEIPT.exec(message) ?? [];
  if (!mayLook || receipt === undefined) return <p className={styles.message}>{message}</p>;
  const at = message.indexOf(receipt);
  return (
    <p className={styles.message}>
      {message.slice(0, at)}
      <Link to={`/dsb/transactions?search=${receipt}`}>{receipt}</Link>
      {message.slice(at + receipt.length)}
    </p>
  );
};
