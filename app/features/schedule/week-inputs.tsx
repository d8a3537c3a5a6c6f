/** The seven days of a schedule, each as a strip and a line, with buttons that add an interval or copy a day. */
import './schedule.css'
import { useState } from 'react'
import { useLanguage, useT } from '~/i18n/use-t'
import { AsSent } from '~/ui/as-sent'
import { Button } from '~/ui/button'
import { HourAxis } from '~/ui/chart/day-strip'
import { Icon } from '~/ui/icons'
import { Section } from '~/ui/page'
import { addBlock, toBlocks, toIntervals } from './day-blocks'
import { exampleLine, formatLine, type LineRule, parseLine } from './day-line'
import type { EditorProps } from './editor-props'
import { LineRow, lineHintId } from './line-row'
import { actionField, copyField, firstValue } from './normalize'
import { dayPart, endsNextDay, isTypedLine, parseIntervals } from './parts'
import { typedTones } from './tones'
import { type LinesEditor, useLines } from './use-lines'
import { weekdayName } from './words'

const days = [0, 1, 2, 3, 4, 5, 6] as const
const workingDays = [1, 2, 3, 4] as const

export function WeekInputs({ schedule, parts, errorOf, at }: EditorProps) {
  const t = useT()
  const language = useLanguage()
  const { valueType, facets } = schedule
  const rule: LineRule = { valueType, facets, t, language, allowsNull: false }
  const editor = useLines(
    Object.fromEntries(days.map((day) => [dayPart(day), lineOf(parts[dayPart(day)] ?? '', rule)])),
  )
  const scheduleDefault = parts.scheduleDefault ?? ''
  const intervals = Object.values(editor.lines).flatMap((line) => parseLine(line, rule).intervals)
  const toneOf = typedTones(rule, { scheduleDefault, values: intervals.map(([, , value]) => value) })
  const drawnValue = intervals.at(0)?.[2] ?? firstValue(schedule, scheduleDefault)
  return (
    <Section title={t('main:scheduleEdit.week')} aside={<WeekActions editor={editor} />}>
      <p id={lineHintId} className="text-sm text-soft">
        {t(editor.isLive ? 'main:scheduleEdit.drawHint' : 'main:scheduleEdit.weekHint', { example: exampleLine(rule) })}
      </p>
      <div className="line-rows">
        <div className="line-row line-axis">
          <HourAxis />
        </div>
        {days.map((day) => (
          <LineRow
            key={day}
            name={dayPart(day)}
            label={weekdayName(language, day)}
            short={weekdayName(language, day, 'short')}
            editor={editor}
            rule={rule}
            toneOf={toneOf}
            firstValue={drawnValue}
            error={errorOf(dayPart(day))}
            isFocused={at === dayPart(day)}
          >
            <DayActions day={day} editor={editor} rule={rule} value={drawnValue} />
          </LineRow>
        ))}
      </div>
    </Section>
  )
}

/** Returns the line for the text of a day. */
export const lineOf = (text: string, rule: LineRule) =>
  isTypedLine(text) ? text : formatLine(parseIntervals(text) ?? [], rule)

/** The copy that is needed most, and undo. */
function WeekActions({ editor }: { editor: LinesEditor }) {
  const t = useT()
  const language = useLanguage()
  const dayName = (day: number) => weekdayName(language, day)
  return (
    <>
      <Button
        small
        type="button"
        disabled={!editor.canUndo}
        onClick={editor.undo}
        className={editor.isLive ? '' : 'invisible undo'}
      >
        {t('main:scheduleEdit.undo')}
      </Button>
      <Button
        small
        name={actionField}
        value={`copyDay:${dayPart(0)}:${workingDays.join('')}`}
        onClick={(event) => copyInPlace(event, editor, { from: 0, to: workingDays })}
      >
        {t('main:scheduleEdit.copyWeek', { day: dayName(0), first: dayName(1), last: dayName(4) })}
      </Button>
    </>
  )
}

/** With scripts a button changes the lines at once; without, it posts the form. */
function copyInPlace(
  event: { preventDefault(): void },
  editor: LinesEditor,
  { from, to }: { from: number; to: readonly number[] },
): void {
  if (!editor.isLive) return
  event.preventDefault()
  editor.draft(Object.fromEntries(to.map((day) => [dayPart(day), editor.lines[dayPart(from)] ?? ''])))
  editor.commit()
}

/** Working days are preselected for a copy of a working day. */
const isPreselected = (from: number, to: number) => from < 5 && to < 5

function CopyTargets({ day }: { day: number }) {
  const language = useLanguage()
  return (
    <>
      {days
        .filter((to) => to !== day)
        .map((to) => (
          <label key={to} className="flex items-center gap-1.5">
            <input type="checkbox" name={copyField(day)} value={to} defaultChecked={isPreselected(day, to)} />
            {weekdayName(language, to)}
          </label>
        ))}
    </>
  )
}

function DayActions({
  day,
  editor,
  rule,
  value,
}: {
  day: number
  editor: LinesEditor
  rule: LineRule
  /** The value of the first interval of an empty day. */
  value: string
}) {
  const t = useT()
  const language = useLanguage()
  const name = dayPart(day)
  const label = weekdayName(language, day)
  const [isOpen, setOpen] = useState(false)
  const { intervals, problems } = parseLine(editor.lines[name] ?? '', rule)
  return (
    <>
      <Button
        small
        look="quiet"
        name={actionField}
        value={`addInterval:${name}`}
        title={t('main:scheduleEdit.addInterval')}
        onClick={(event) => {
          if (!editor.isLive) return
          event.preventDefault()
          if (problems.length > 0) return
          const blocks = toBlocks(intervals)
          editor.draft({ [name]: formatLine(toIntervals(addBlock(blocks, blocks.at(-1)?.value ?? value)), rule) })
          editor.commit()
        }}
      >
        <Icon name="plus" className="size-4" />
        <span className="sr-only">
          {t('main:scheduleEdit.addInterval')} {label}
        </span>
      </Button>
      {intervals.some(endsNextDay) && (
        <Button small name={actionField} value={`splitNight:${name}`}>
          {t('main:scheduleEdit.splitNight')}
          <span className="sr-only"> {label}</span>
        </Button>
      )}
      <details className="copy-day" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="button small quiet" title={t('main:scheduleEdit.copyTo')}>
          <Icon name="copy" className="size-4" />
          <span className="sr-only">
            {t('main:scheduleEdit.copyTo')} {label}
          </span>
        </summary>
        <div>
          <AsSent as="div" shows={null} className="contents">
            <CopyTargets day={day} />
          </AsSent>
          <Button
            small
            name={actionField}
            value={`copyDay:${name}`}
            onClick={(event) => {
              const { form } = event.currentTarget
              const ticked = form ? new FormData(form).getAll(copyField(day)).map(Number) : []
              copyInPlace(event, editor, { from: day, to: ticked })
              if (editor.isLive) setOpen(false)
            }}
          >
            {t('main:scheduleEdit.copy')}
            <span className="sr-only"> {label}</span>
          </Button>
        </div>
      </details>
    </>
  )
}
