/** Lines of the demo's documents: the first is the heading. */
const PDFS = {
  'Risk assessment - volunteer weekend.pdf': [
    'Risk assessment: volunteer weekend',
    'Site: Glen Corrie, car park to the second burn. Leader: Ruaridh Sinclair. Group: 20.',
    '',
    'Hazard                       Who             Measure                              Left',
    'Lifting stone                all             two people above 25 kg, straps       low',
    'Mattock and pinch bar        all             three paces apart, gloves            low',
    'River crossing at the ford   all             footbridge above 40 cm of water      low',
    'Ticks                        all             long trousers, check at supper       low',
    'Weather on the bealach       leaders         turn back at 14:00, group shelter    medium',
    'Driving the track            drivers         20 km/h, one vehicle at a time       low',
    '',
    'First aiders: Mairi MacLeod, Ruaridh Sinclair. Nearest road: 2.4 km.',
    'No mobile coverage beyond the pine wood: radio channel 4, every full hour.',
  ],
  'Bridge inspection - Allt Mor.pdf': [
    'Bridge inspection: Allt Mor',
    'Span 11.4 m, width 0.9 m, built 1998. Inspector: Hamish Grant.',
    '',
    'Part                         Rating (1 good, 5 closed)   Remark',
    'Bearings                     2                           clean',
    'Beams                        3                           rot 2 cm deep, north beam',
    'Deck                         4                           seven boards soft',
    'Handrail                     3                           two posts loose',
    'Abutment, north              2                           sound',
    'Abutment, south              3                           scour 30 cm below the toe',
    '',
    'Recommendation: replace the deck this season, gabion at the south abutment.',
    'Load sign: two people at a time until the deck is replaced.',
  ],
  'Helicopter lift - plan.pdf': [
    'Helicopter lift: Corrie hut',
    'Six rotations of 800 kg at most. Landing site: the flat by the fank, marked with lime.',
    '',
    'Net   Load                               kg',
    '1     timber, 47 x 150 mm                 760',
    '2     timber, 47 x 150 mm                 745',
    '3     sheep wool insulation               410',
    '4     slates and lead                     790',
    '5     stove, flue, battery box            520',
    '6     down: rubble sacks                  780',
    '',
    'Wind limit 25 kt. Reserve day: the following Thursday. Loadmaster: Tomasz Zielinski.',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const TABLES = {
  'Kit list.csv': [
    'Item,Number,Store',
    'Mattock,6,Car park store',
    'Shovel,8,Car park store',
    'Pinch bar,3,Car park store',
    'Lifting strap,4,Pick-up',
    'Stone sledge,1,Dry box at the ford',
    'Gloves,24 pairs,Car park store',
    'First aid kit,2,Leaders',
    'Radio with spare battery,3,Office',
    'Group shelter,2,Leaders',
  ],
  'Larch boards - quotes.csv': [
    'Supplier,Boards,Price each (GBP),Delivery (GBP),Total (GBP),Weeks',
    'Strath sawmill,84,14.20,90.00,1282.80,3',
    'Great Glen Timber,84,15.75,0.00,1323.00,2',
    'Lochside Joinery,84,17.10,60.00,1496.40,1',
  ],
  'Hut stock list.csv': [
    'Hut,Gas (kg),Firewood (m3),Candles,First aid box,Foil blankets',
    'Shepherd hut,11,2.0,40,complete,4',
    'Corrie hut,22,3.5,60,plasters missing,6',
    'Loch hut,11,1.0,20,complete,4',
    'Ridge hut,0,0.5,12,out of date,2',
    'Birch hut,11,2.0,40,complete,4',
  ],
  'Grant budget.csv': [
    'Line,Granted (GBP),Spent (GBP),Promised (GBP),Free (GBP)',
    'Stone and timber,18000,9420,3100,5480',
    'Helicopter,6500,0,6200,300',
    'Wages,24000,15200,8000,800',
    'Training,2500,1180,600,720',
    'Travel,1800,964,0,836',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type DocumentName = keyof typeof PDFS | keyof typeof TABLES;

export function writeDocument(name: DocumentName): Uint8Array {
  if (name in TABLES) return Buffer.from(`${linesOf(TABLES, name).join('\r\n')}\r\n`);
  return pdf(linesOf(PDFS, name));
}

function linesOf(all: Readonly<Record<string, readonly string[]>>, name: string) {
  return all[name] ?? [];
}

/** One page of text, A4: a heading in Helvetica, and the rest in Courier so that columns align. */
function pdf([heading = '', ...lines]: readonly string[]): Uint8Array {
  const shown = (text: string) => `(${text.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj`;
  const content = [
    'BT /F1 20 Tf 56 770 Td',
    shown(heading),
    'ET BT /F2 9 Tf 15 TL 56 736 Td',
    ...lines.map((line) => `${shown(line)} T*`),
    'ET',
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 6 0 R /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const table = offsets.map((offset) => `${offset} 00000 n \n`).join('');
  const count = objects.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}
