// The slip of a boleto as a PDF: what banks read (the bars, as vectors) and what people read.
import { formatLine } from '@camarim/contract/boleto';
import { formatBrl } from '@camarim/contract/money';
import bwip from 'bwip-js/node';
import Pdf from 'pdfkit';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import { text } from '../../../platform/text/text.ts';
import type { Charge, StoredPresentment } from '../top-up/charge-store.ts';
import { loadBillData } from './bill-data.ts';

type Slip = StoredPresentment & { kind: 'boleto' };

/** Points of a millimetre. */
const MM = 72 / 25.4;
/** The size that FEBRABAN gives to the bars. */
const BARS = { width: 103 * MM, height: 13 * MM };
const LEFT = 15 * MM;
const PAGE_WIDTH = 210 * MM;

/** Widths of bars and spaces by turns, in modules; the first is a bar. */
export const barWidths = (barcode: string): number[] => {
  const [drawn] = bwip.raw({ bcid: 'interleaved2of5', text: barcode }) as { sbs: number[] }[];
  // The last is a space that belongs to the margin.
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

const drawFields = (page: PDFKit.PDFDocument, fields: readonly (readonly [string, string])[], top: number): void => {
  for (const [index, [label, value]] of fields.entries()) {
    const [x, y] = [LEFT + (index % 2) * 95 * MM, top + Math.floor(index / 2) * 13 * MM];
    page.fillColor('#555').fontSize(8).text(label, x, y, { width: 88 * MM, lineBreak: false });
    page.fillColor('#000').fontSize(12).text(value, x, y + 11, { width: 88 * MM, height: 15, ellipsis: true });
  }
};

const dayOf = (date: string): string => date.split('-').reverse().join('/');

/** Throws charge.notFound for a charge that has no slip (any more). */
export const drawSlip = async (platform: Pick<Platform, 'db' | 'seal' | 'config'>, charge: Charge): Promise<Buffer> => {
  if (charge.status !== 'pending' || charge.presentment?.kind !== 'boleto') throw new AppError('charge.notFound');
  const payer = await loadBillData(platform, charge.profileId);
  return render(platform, charge, charge.presentment, payer?.name ?? null);
};

const render = ({ config }: Pick<Platform, 'config'>, charge: Charge, slip: Slip, payer: string | null): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const page = new Pdf({ size: 'A4', margin: 15 * MM, info: { Title: 'Boleto', CreationDate: charge.createdAt } });
    const chunks: Buffer[] = [];
    page.on('data', (chunk: Buffer) => chunks.push(chunk)).once('end', () => resolve(Buffer.concat(chunks))).once('error', reject);
    page.fontSize(20).text('Boleto', LEFT, 18 * MM);
    page.fontSize(10).fillColor('#555').text(text('pt', 'charge.description'), LEFT, 28 * MM);
    page.moveTo(LEFT, 36 * MM).lineTo(PAGE_WIDTH - LEFT, 36 * MM).strokeColor('#999').stroke();
    page.font('Courier-Bold').fillColor('#000').fontSize(13).text(formatLine(slip.line), LEFT, 41 * MM, { lineBreak: false });
    page.font('Helvetica');
    drawFields(
      page,
      [
        ['Vencimento', dayOf(slip.dueDate)],
        ['Valor', formatBrl(charge.amountCentavos, 'pt')],
        ['Beneficiário', config.CAMARIM_DOMAIN],
        ['Pagador', payer ?? ''],
        ['Emissão', new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(charge.createdAt)],
        ['Documento', charge.id.slice(-12)],
      ],
      53 * MM,
    );
    drawBars(page, slip.barcode, 98 * MM);
    page.fontSize(9).fillColor('#555').text('Pague no aplicativo do seu banco até o vencimento. O saldo entra quando o banco confirma, em um ou dois dias úteis.', LEFT, 117 * MM, { width: PAGE_WIDTH - 2 * LEFT });
    page.end();
  });
