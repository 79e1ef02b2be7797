import inter from '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf?url';
import pdfMake, { type Content, type TableCell } from 'pdfmake/build/pdfmake.min';
import { shellFile } from '../../data/shell-file.ts';
import { i18n } from '../../i18n/i18n.ts';
import { fontCoverage } from '../../ui/pdf/font-coverage.ts';
import { drawText } from '../../ui/pdf/pictures.ts';

/** Texts and pictures of a report, as the screen shows them. */
export interface PdfReport {
  readonly title: string;
  /** Organisation, project, days. */
  readonly about: readonly (readonly [label: string, value: string])[];
  readonly lines: readonly PdfLine[];
  /** Who saved it. */
  readonly author: string;
  /** The same with the time, as a sentence. */
  readonly made: string;
  /** How it can be checked. */
  readonly note: string;
  /** BCP 47. */
  readonly language: string;
}

export interface PdfLine {
  readonly task: string;
  readonly step: string;
  readonly remark: string;
  readonly notes: string;
  readonly done: string;
  readonly arrived: string;
  readonly photos: readonly PdfPhoto[];
  /** SVG path data in a box of 400 by 150. */
  readonly signature: string | null;
  /** The sentence about a typed name. */
  readonly typed: string | undefined;
}

export interface PdfPhoto {
  readonly name: string;
  /** JPEG in a data URL; undefined: it is not on this device, or the browser cannot show it. */
  readonly image: string | undefined;
}

/**
 * Writes a report as PDF on A4, without a network once the app is installed. Rejects when the font is neither cached nor
 * loaded.
 */
export async function writeReportPdf(report: PdfReport): Promise<Blob> {
  const font = await shellFile(inter);
  if (font === undefined) throw new Error('The font of the PDF could not be loaded');
  const covers = fontCoverage(font);
  pdfMake.addVirtualFileSystem({ [FONT_FILE]: base64Of(new Uint8Array(font)) });
  pdfMake.setFonts({ Inter: { normal: FONT_FILE } });
  return await pdfMake.createPdf(documentOf(report, covers)).getBlob();
}

const FONT_FILE = 'Inter.ttf';
const INK = '#1c2428';
const MUTED = '#5b666c';
const RULE = '#d9dee0';
/** Points: the columns, which fill A4 with margins of 36 and gaps of 8. */
const WIDTHS = { task: 110, step: 201, done: 90, arrived: 90 } as const;
const SIZE = 9;
const SMALL = 8;

type Covers = (codePoint: number) => boolean;
type PdfDocument = Parameters<typeof pdfMake.createPdf>[0];

function documentOf(report: PdfReport, covers: Covers): PdfDocument {
  const text = (value: string, options: TextOptions = {}) => textOf(value, covers, options);
  return {
    pageSize: 'A4',
    pageMargins: [36, 40, 36, 48],
    language: report.language,
    info: { title: report.title, author: report.author, creator: 'Cairn', producer: 'Cairn' },
    defaultStyle: { font: 'Inter', fontSize: SIZE, color: INK, lineHeight: 1.2 },
    footer: (page, pages) => ({
      margin: [36, 16, 36, 0],
      columns: [
        text(report.made, { size: SMALL, color: MUTED, width: 400 }),
        {
          width: 'auto',
          fontSize: SMALL,
          color: MUTED,
          text: i18n.t('Page {page} of {pages}', { page, pages }),
        },
      ],
    }),
    content: [
      text(report.title, { size: 16, width: 523 }),
      {
        margin: [0, 8, 0, 14],
        layout: 'noBorders',
        table: {
          widths: ['auto', '*'],
          body: report.about.map(([label, value]) => [
            text(label, { color: MUTED, width: 120 }),
            text(value, { width: 380 }),
          ]),
        },
      },
      {
        layout: {
          hLineWidth: () => 0.5,
          vLineWidth: () => 0,
          hLineColor: () => RULE,
          paddingLeft: () => 0,
          paddingRight: () => 8,
          paddingTop: () => 5,
          paddingBottom: () => 5,
        },
        table: {
          headerRows: 1,
          // A row with photos may be longer than a page.
          dontBreakRows: false,
          widths: [WIDTHS.task, WIDTHS.step, WIDTHS.done, WIDTHS.arrived],
          body: [
            [i18n.t('Task'), i18n.t('Step'), i18n.t('Done'), i18n.t('Arrived')].map((label) =>
              text(label, { size: SMALL, color: MUTED, width: WIDTHS.arrived }),
            ),
            ...report.lines.map((line) => rowOf(line, text)),
          ],
        },
      },
      {
        margin: [0, 14, 0, 0],
        ...wrap(text(report.note, { size: SMALL, color: MUTED, width: 523 })),
      },
    ],
  };
}

function rowOf(
  line: PdfLine,
  text: (value: string, options?: TextOptions) => Content,
): TableCell[] {
  const { task, step, done, arrived } = WIDTHS;
  const stack: Content[] = [text(line.step, { width: step })];
  if (line.remark !== '') stack.push(text(line.remark, { size: SMALL, color: MUTED, width: step }));
  for (const { name, image } of line.photos) {
    if (image !== undefined) stack.push({ image, fit: [150, 130], margin: [0, 4, 0, 2] });
    const caption = image === undefined ? i18n.t('{name} is not on this device', { name }) : name;
    stack.push(text(caption, { size: SMALL, color: MUTED, width: step }));
  }
  if (line.signature !== null) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 150"><path d="${line.signature}" fill="none" stroke="${INK}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
    stack.push({ svg, width: 120, margin: [0, 4, 0, 2] });
  }
  if (line.typed !== undefined) stack.push(text(line.typed, { width: step }));
  const doneStack: Content[] = [text(line.done, { width: done })];
  if (line.notes !== '') {
    doneStack.push(text(line.notes, { size: SMALL, color: MUTED, width: done }));
  }
  return [
    text(line.task, { width: task }),
    { stack },
    { stack: doneStack },
    text(line.arrived, { width: arrived }),
  ];
}

interface TextOptions {
  readonly size?: number;
  readonly color?: string;
  /** Points. */
  readonly width?: number;
}

/** A text; lines of which the font lacks a character are pictures. */
function textOf(
  value: string,
  covers: Covers,
  { size = SIZE, color = INK, width = WIDTHS.step }: TextOptions,
): Content {
  const isCovered = (line: string) =>
    Array.from(line).every((sign) => covers(sign.codePointAt(0) ?? 0));
  const lines = value.split('\n');
  if (lines.every(isCovered)) return { text: value, fontSize: size, color };
  return {
    stack: lines.map((line): Content => {
      const drawn = isCovered(line) ? undefined : drawText(line, { size, color, width });
      return drawn === undefined
        ? { text: line, fontSize: size, color }
        : { image: drawn.image, width: Math.min(drawn.width, width) };
    }),
  };
}

function wrap(content: Content): { readonly stack: Content[] } {
  return { stack: [content] };
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
}
