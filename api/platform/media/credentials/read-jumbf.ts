// The boxes of a JUMBF superbox (ISO 19566-5), as C2PA uses them. Depth and number are bounded,
// because the bytes are a stranger's. Runs in the sandbox.

/** A superbox with its label; `contents`: its content boxes of other types, as they are. */
export type Superbox = {
  label: string;
  boxes: Superbox[];
  contents: { type: string; data: Buffer }[];
};

const DEPTH_MAX = 12;
const BOXES_MAX = 5_000;

type Box = { type: string; data: Buffer };

/** The boxes that follow each other in the bytes. Throws for one that is longer than they are. */
const split = (bytes: Buffer, budget: { left: number }): Box[] => {
  const boxes: Box[] = [];
  let offset = 0;
  while (offset < bytes.length) {
    budget.left -= 1;
    if (budget.left < 0) throw new Error('too many boxes');
    if (bytes.length - offset < 8) throw new Error('a box without a head');
    const short = bytes.readUInt32BE(offset);
    const large = short === 1;
    if (large && bytes.length - offset < 16) throw new Error('a box without a head');
    const length = large
      ? Number(bytes.readBigUInt64BE(offset + 8))
      : short === 0
        ? bytes.length - offset
        : short;
    const begins = large ? 16 : 8;
    if (length < begins || offset + length > bytes.length) throw new Error('a box is cut off');
    boxes.push({
      type: bytes.toString('latin1', offset + 4, offset + 8),
      data: bytes.subarray(offset + begins, offset + length),
    });
    offset += length;
  }
  return boxes;
};

const HAS_LABEL = 0x02;

/** The label in a description box: after 16 bytes of type and one of toggles, until a zero. */
const labelOf = ({ type, data }: Box): string => {
  if (type !== 'jumd' || data.length < 17) throw new Error('a superbox without a description');
  if (((data[16] ?? 0) & HAS_LABEL) === 0) return '';
  const end = data.indexOf(0, 17);
  return data.toString('utf8', 17, end < 0 ? data.length : end);
};

const parse = (data: Buffer, depth: number, budget: { left: number }): Superbox => {
  if (depth > DEPTH_MAX) throw new Error('boxes in boxes in boxes');
  const [description, ...rest] = split(data, budget);
  if (!description) throw new Error('a superbox without a description');
  return {
    label: labelOf(description),
    boxes: rest.flatMap((box) => (box.type === 'jumb' ? [parse(box.data, depth + 1, budget)] : [])),
    contents: rest.filter(({ type }) => type !== 'jumb'),
  };
};

/** The first superbox of the bytes. Throws for what is damaged, too deep or too much. */
export const readJumbf = (bytes: Buffer): Superbox => {
  const budget = { left: BOXES_MAX };
  const [first] = split(bytes, budget);
  if (first?.type !== 'jumb') throw new Error('not a superbox');
  return parse(first.data, 1, budget);
};
