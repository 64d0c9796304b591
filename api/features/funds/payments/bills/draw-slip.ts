// The slip of a boleto as a PDF: bars as vectors for banks, and text for people.
import { formatLine } from '@camarim/contract/boleto';
import { formatBrl } from '@camarim/contract/money';
import { SAO_PAULO } from '@camarim/contract/time';
import bwip from 'bwip-js/node';
import Pdf from 'pdfkit';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Payer } from '../../../../platform/payments/port.ts';
import type { Ctx } from '../../../../context.ts';
import { text } from '../../../../platform/text/text.ts';
import type { Charge, StoredPresentment } from '../charges/charge-store.ts';
import { payerSealContext } from '../charges/charge-request.ts';

type Slip = StoredPresentment & { kind: 'boleto' };

/** Points of a millimetre. */
const MM = 72 / 25.4;
/** The size that FEBRABAN gives to the bars. */
const BARS = { width: 103 * MM, height: 13 * MM };
const LEFT = 15 * MM;
const PAGE_WIDTH = 210 * MM;

/** Widths of bars and spaces by turns, in modules; the first is a bar. */
const barWidths = (barcode: string): number[] => {
  const [drawn] = bwip.raw({ bcid: 'interleaved2of5', text: barcode }) as { sbs: number[] }[];
  // The last space belongs to the margin.
  return drawn?.sbs.slice(0, -1) ?? [];
};

const drawBars = (page: PDFKit.PDFDocument, barcode: string, top: number): void => {
  const widths = barWidths(barcode);
  const module = BARS.width / widths.reduce((sum, width) => sum + width, 0);
  let x = LEFT;
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) page.rect(x, top, width * module, BARS.height);
    x += width * module;
  }
  page.fill('#000');
};

const CODE_MM = 38;

/** The Pix code as a QR code, with its instructions. */
const drawCode = (page: PDFKit.PDFDocument, brCode: string, top: number): void => {
  const [drawn] = bwip.raw({ bcid: 'qrcode', text: brCode }) as unknown as {
    pixs: number[];
    pixx: number;
    pixy: number;
  }[];
  if (!drawn) return;
  const { pixs, pixx } = drawn;
  const size = (CODE_MM * MM) / pixx;
  for (const [index, dark] of pixs.entries())
    if (dark)
      page.rect(LEFT + (index % pixx) * size, top + Math.floor(index / pixx) * size, size, size);
  page.fill('#000');
  const x = LEFT + (CODE_MM + 8) * MM;
  page
    .fontSize(12)
    .fillColor('#000')
    .text('Ou pague com Pix', x, top + 4 * MM);
  page
    .fontSize(9)
    .fillColor('#555')
    .text(
      'Aponte a câmera do aplicativo do seu banco para o código. O saldo entra na hora. Pague de um jeito só: o que vier em dobro é devolvido.',
      x,
      top + 11 * MM,
      { width: 90 * MM },
    );
};

const drawFields = (
  page: PDFKit.PDFDocument,
  fields: readonly (readonly [string, string])[],
  top: number,
): void => {
  for (const [index, [label, value]] of fields.entries()) {
    const [x, y] = [LEFT + (index % 2) * 95 * MM, top + Math.floor(index / 2) * 13 * MM];
    page
      .fillColor('#555')
      .fontSize(8)
      .text(label, x, y, { width: 88 * MM, lineBreak: false });
    page
      .fillColor('#000')
      .fontSize(12)
      .text(value, x, y + 11, { width: 88 * MM, height: 15, ellipsis: true });
  }
};

/** CPF or CNPJ as people write them. */
const formatDocument = (document: string): string =>
  document.length === 11
    ? document.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
    : document.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');

const dayOf = (date: string): string => date.split('-').reverse().join('/');

/** Throws charge.notFound for a charge without a slip, or whose slip can no longer be paid. */
export const drawSlip = async (ctx: Ctx, charge: Charge): Promise<Buffer> => {
  if (charge.status !== 'pending' || charge.presentment?.kind !== 'boleto')
    throw new AppError('charge.notFound');
  // The payer that the boleto was registered for, also when other data are saved now.
  const payer =
    charge.payerSealed && ctx.seal.open<Payer>(payerSealContext(charge.id), charge.payerSealed);
  return render(ctx, charge, charge.presentment, payer);
};

const render = (
  { config }: Ctx,
  charge: Charge,
  slip: Slip,
  payer: Payer | null,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const page = new Pdf({
      size: 'A4',
      margin: 15 * MM,
      info: { Title: 'Boleto', CreationDate: charge.createdAt },
    });
    const chunks: Buffer[] = [];
    page
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .once('end', () => resolve(Buffer.concat(chunks)))
      .once('error', reject);
    page.fontSize(20).text('Boleto', LEFT, 18 * MM);
    page
      .fontSize(10)
      .fillColor('#555')
      .text(text('pt', 'charge.description'), LEFT, 28 * MM);
    page
      .moveTo(LEFT, 36 * MM)
      .lineTo(PAGE_WIDTH - LEFT, 36 * MM)
      .strokeColor('#999')
      .stroke();
    page
      .font('Courier-Bold')
      .fillColor('#000')
      .fontSize(13)
      .text(formatLine(slip.line), LEFT, 41 * MM, { lineBreak: false });
    page.font('Helvetica');
    drawFields(
      page,
      [
        ['Vencimento', dayOf(slip.dueDate)],
        ['Valor', formatBrl(charge.amountCentavos, 'pt')],
        ['Beneficiário', config.BOLETO_BENEFICIARY ?? config.CAMARIM_DOMAIN],
        [
          'CNPJ do beneficiário',
          config.BOLETO_BENEFICIARY_DOCUMENT === undefined
            ? ''
            : formatDocument(config.BOLETO_BENEFICIARY_DOCUMENT),
        ],
        ['Pagador', payer?.name ?? ''],
        ['CPF/CNPJ do pagador', payer ? formatDocument(payer.document) : ''],
        [
          'Emissão',
          new Intl.DateTimeFormat('pt-BR', { timeZone: SAO_PAULO }).format(charge.createdAt),
        ],
        ['Documento', charge.id.slice(-12)],
      ],
      53 * MM,
    );
    drawBars(page, slip.barcode, 110 * MM);
    page
      .fontSize(9)
      .fillColor('#555')
      .text(
        'Pague no aplicativo do seu banco até o vencimento. O saldo entra quando o banco confirma, em um ou dois dias úteis.',
        LEFT,
        129 * MM,
        { width: PAGE_WIDTH - 2 * LEFT },
      );
    if (slip.brCode !== undefined) drawCode(page, slip.brCode, 146 * MM);
    page.end();
  });
