/** The file of sites: found out, read, planned, and written back (journey 12). */
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeFormula, unescapeFormula } from '../../app/domain/formula'
import {
  joinSpaces,
  normalizeWord,
  type ResultColumn,
  type SiteColumn,
  sheetColumns,
  splitSpaces,
} from '../../app/domain/site-columns'
import { importDecisions, namesAbove, type PlannedThing, plannedThings } from '../../app/domain/site-plan'
import { isFileProblem, readSheet, type Sheet, sheetWithResults } from '../../app/domain/site-sheet'

const known = new Map<string, SiteColumn | ResultColumn>(
  [...sheetColumns, 'result' as const, 'problem' as const].map((column) => [normalizeWord(column), column]),
)
const meaningOf = (heading: string) => known.get(normalizeWord(heading)) ?? null

function read(text: string): Sheet {
  const sheet = readSheet(text, meaningOf)
  if (isFileProblem(sheet)) throw new Error(sheet.because)
  return sheet
}
const why = (text: string) => {
  const sheet = readSheet(text, meaningOf)
  return isFileProblem(sheet) ? sheet.because : null
}
const things = (text: string) => plannedThings(read(text).rows)
const paths = (text: string) => things(text).map((thing) => [...namesAbove(thing), thing.name].join(' > '))
const keys = (text: string) => things(text).map(({ row, problems }) => [row, ...problems.map(({ key }) => key)])

describe('a file', () => {
  test.each([
    [',', 'Site,Building\nA,"B, C"'],
    [';', 'Site;Building\nA;B, C'],
    ['\t', 'Site\tBuilding\nA\tB, C'],
    [';', '\uFEFFsite;BUILDING\r\nA;"B, C"\r\n\r\n'],
  ])('separated by %j is read, with or without a byte order mark', (delimiter, text) => {
    expect(read(text)).toMatchObject({ delimiter, rows: [{ number: 2, cells: { site: 'A', building: 'B, C' } }] })
  })

  test('numbers its rows as a spreadsheet does, blank rows and line breaks in cells counted so', () => {
    const { rows } = read('Site,Description\n"A","one\ntwo"\n\n,\nB,')
    expect(rows.map(({ number }) => number)).toEqual([2, 5])
  })

  test.each([
    ['encoding', 'Site\nGasp\uFFFD'],
    ['control', 'Site\nA\u0000'],
    ['quotes', 'Site\n"A'],
    ['quotes', 'Site\nA "b" c,"d'],
    ['empty', ''],
    ['empty', 'Site'],
    ['empty', 'Site,Building\n,\n\n'],
    ['headings', 'Building\nA'],
    ['twice', 'Site,Building,Building\nA,B,C'],
    ['columns', `Site${',x'.repeat(10_000)}\nA`],
    ['rows', `Site\n${'A\n'.repeat(1_001)}`],
    ['lines', `Site${',x'.repeat(99)}\nA${'\n'.repeat(1_000_000)}`],
    ['lines', `Site\n${'A\n'.repeat(10_000)}`],
    ['lines', `Site,Building\n${'\n'.repeat(300_000)}`],
    ['cells', `Site${','.repeat(500_000)}${'\n'.repeat(500_000)}`],
    ['cell', `Site\n${'A'.repeat(5_001)}`],
    ['cells', `Site${',x'.repeat(99)}\nA\n${`${','.repeat(99)}\n`.repeat(1_100)}`],
    ['cells', `Site${','.repeat(990_000)}`],
    ['line', `Site,${'x'.repeat(30_000)}\nA,b`],
    ['line', '"",'.repeat(49_000)],
    ['line', `Site\n"${'a'.repeat(900_000)}`],
  ])('that is none is told why: %s', (because, text) => {
    expect(why(text)).toBe(because)
  })

  test('names the columns that nobody knows, and leaves out those the console wrote', () => {
    const sheet = read('Site,Result,Colour,Problem\nA,Built,red,none')
    expect(sheet.unknown).toEqual(['Colour'])
    expect(sheet.rows[0]?.cells).toEqual({ site: 'A' })
  })

  test('comes back with two columns at its end, and can be sent again as it is', () => {
    const sheet = read('Site;Building;Description\nA;"B; ""C""";"two\nlines"\nB;=1+1;x')
    const answers = new Map([[3, { result: 'Problem', problem: '=cmd' }]])
    const once = sheetWithResults(sheet, answers, { result: 'Result', problem: 'Problem' })
    expect(once).toBe(
      '\uFEFFSite;Building;Description;Result;Problem\r\n' +
        'A;"B; ""C""";"two\nlines";;\r\n' +
        "B;'=1+1;x;Problem;'=cmd\r\n",
    )
    expect(read(once).rows).toEqual(sheet.rows)
    expect(sheetWithResults(read(once), answers, { result: 'Result', problem: 'Problem' })).toBe(once)
  })

  test('whatever its cells hold comes back the same', () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replace(/[\u0000\r\uFFFD]/g, ''))
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), (cells) => {
        const lines = [['Site', 'Building'], ...cells.map(([site, building]) => [`s${site}`, building])]
        const sheet: Sheet = { ...read('Site,Building\nA,B'), lines }
        const text = sheetWithResults(sheet, new Map(), { result: 'Result', problem: 'Problem' })
        const back = parse(text, { bom: true }).map(([site = '', building = '']) =>
          [site, building].map(unescapeFormula),
        )
        expect(back).toEqual(lines.map((line) => line.map(unescapeFormula)))
      }),
    )
  })
})

describe('cells', () => {
  test('that a spreadsheet would calculate are made text, and read back', () => {
    for (const text of ['=1+1', '+x', '-x', '@x', '\tx', "'=x", '＝x']) {
      expect(escapeFormula(text)).toBe(`'${text}`)
      expect(unescapeFormula(escapeFormula(text))).toBe(text)
    }
    for (const text of ['-73.56', "d'Youville", "'quoted'", '+1 418 555']) expect(escapeFormula(text)).toBe(text)
  })

  test.each([
    ['x;=1+1', "x;'=1+1"],
    ['x\t@sum', "x\t'@sum"],
    ['x\n+cmd|x', "x\n'+cmd|x"],
    ['a,=b,-c', "a,'=b,'-c"],
    ['x; "=1', 'x; "\'=1'],
    ["x;'=1", "x;''=1"],
    ['45.5;-73.5', '45.5;-73.5'],
    ['=x;=y', "'=x;'=y"],
    ['a;b=c', 'a;b=c'],
  ])('are made text wherever another separator would begin one: %j', (text, safe) => {
    expect(escapeFormula(text)).toBe(safe)
    expect(unescapeFormula(safe)).toBe(text)
  })

  test('are read back whatever they hold', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '1', '=', '-', "'", ';', ',', ' ', '"', '\t', '\n'),
      maxLength: 12,
    })
    fc.assert(
      fc.property(text, (one) => {
        expect(unescapeFormula(escapeFormula(one))).toBe(one)
      }),
      { numRuns: 3_000 },
    )
  })

  test('of nested spaces keep every name, slashes too', () => {
    expect(splitSpaces('Laboratory / Cold room')).toEqual(['Laboratory', 'Cold room'])
    expect(splitSpaces('Room 1/2')).toEqual(['Room 1/2'])
    const name = fc
      .string({ unit: fc.constantFrom('a', ' ', '/'), minLength: 1, maxLength: 8 })
      .map((text) => text.trim().replace(/ +/g, ' '))
      .filter(Boolean)
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
        expect(splitSpaces(joinSpaces(names))).toEqual(names)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('what the rows ask for', () => {
  const head = 'Site,Building,Floor,Space,Device,Kind,Latitude,Host id\n'

  test('is what they name last, and what lies above it, once', () => {
    expect(paths(`${head}A,B,F,R / C,D\nA,B,F,R,\na,b,f,r / c,E`)).toEqual([
      'A',
      'A > B',
      'A > B > F',
      'A > B > F > R',
      'A > B > F > R > C',
      'A > B > F > R > C > D',
      'A > B > F > R > C > E',
    ])
  })

  test('are the same whichever row names a thing first', () => {
    const [site, building] = things(`${head}A,B,,,,,,\nA,,,,,,46.7,`)
    expect(building).toMatchObject({ row: 2, cells: {} })
    expect(site).toMatchObject({ row: 3, cells: { latitude: '46.7' } })
  })

  test('a controller and a space of one name are two things; spaces of one name in each other as well', () => {
    expect(paths(`${head}A,B,,X / Y,\nA,B,,Y / X,\nA,B,,X,Y`)).toHaveLength(7)
  })

  test('a space named like a controller with a letter before it is another thing', () => {
    expect(keys(`${head}A,B,F,D1,,,,\nA,B,F,,1,,,`)).toEqual([[2], [2], [2], [2], [3]])
  })

  test('every problem of every row is told', () => {
    expect(
      keys(
        `${head}${[
          ',B,,,,,,',
          'A,,F,,,,,',
          'A,B,,,D,,,',
          'A,B,,,,Floor,1,X',
          'A,B,,,,,,',
          `A,B,,${Array.from({ length: 9 }, (_, at) => `S${at}`).join(' / ')},,,,`,
          'A,B,C,D,E,,,,too many',
        ].join('\n')}`,
      ).filter(([, key]) => key),
    ).toEqual([
      [2, 'main:import.problem.missing'],
      [3, 'main:import.problem.missing'],
      [4, 'main:import.problem.missing'],
      [
        5,
        'main:import.problem.notOf.building',
        'main:import.problem.notOf.building',
        'main:import.problem.notOf.building',
      ],
      [6, 'main:import.problem.twice'],
      [7, 'main:import.problem.deep'],
      [8, 'main:import.problem.shifted'],
    ])
  })
})

describe('what becomes of them', () => {
  const rows = things('Site,Building,Space\nA,B,\nA,B,R\nA,C,\nA,C,R\nA,C,')
  const named = (name: string) => rows.filter((thing) => thing.name === name)
  const bad = (thing: PlannedThing) => (thing.name === 'B' ? [{ column: null, key: 'bad' }] : [])
  const kinds = (isPartial: boolean, exists = (_: PlannedThing) => false) => {
    const fates = importDecisions(rows, { exists, check: bad, isPartial })
    return rows.map((thing) => `${thing.name} ${fates.get(thing)?.kind}`)
  }

  test('nothing is built while a row has a problem', () => {
    expect(kinds(false)).toEqual(['A waits', 'B problem', 'R waits', 'C waits', 'R waits', 'C problem'])
  })

  test('the others are built when that is asked for, but for what lies in one with a problem', () => {
    expect(kinds(true)).toEqual(['A build', 'B problem', 'R waits', 'C build', 'R build', 'C problem'])
  })

  test('what exists is left as it is, whatever its row says, and however often', () => {
    const there = new Set([...named('A'), ...named('B'), ...named('C')])
    expect(kinds(false, (thing) => there.has(thing))).toEqual([
      'A exists',
      'B exists',
      'R build',
      'C exists',
      'R build',
      'C exists',
    ])
  })
})
