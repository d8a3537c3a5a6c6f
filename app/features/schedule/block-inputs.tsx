/** The times and the value of one block, typed exactly. Nothing here is posted: it changes the line of the day. */
import './schedule.css'
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { clockOf, type DayBlock, toBlocks } from './day-blocks'
import { type LineRule, lineProblemText, parseLine, statesOf, valueWord } from './day-line'
import { unitText } from './words'

export function BlockInputs({
  label,
  block,
  rule,
  onChange,
  onSplit,
  onRemove,
  onClose,
}: {
  label: string
  block: DayBlock
  rule: LineRule
  onChange(block: DayBlock): void
  onSplit(): void
  onRemove(): void
  onClose(): void
}) {
  const t = useT()
  const [from, to, value] = [clockOf(block.from), clockOf(block.to), valueWord(block.value, rule)]
  const [typed, setTyped] = useState({ from, to, value })
  const [problem, setProblem] = useState('')
  useEffect(() => setTyped({ from, to, value }), [from, to, value])
  const states = statesOf(rule)
  const valueId = useId()
  function apply(next = typed): boolean {
    const { intervals, problems } = parseLine(`${next.from}–${next.to} ${next.value}`, rule)
    const [changed] = toBlocks(intervals)
    setProblem(lineProblemText(problems, rule))
    if (problems.length > 0 || !changed) return false
    if (changed.from !== block.from || changed.to !== block.to || changed.value !== block.value) onChange(changed)
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return
    // Enter keeps the block; it does not send the form.
    event.preventDefault()
    if (apply()) onClose()
  }
  const input = (field: 'from' | 'to' | 'value') => ({
    value: typed[field],
    className: 'control',
    autoComplete: 'off',
    onBlur: () => apply(),
    onFocus: ({ target }: FocusEvent<HTMLInputElement | HTMLSelectElement>) => {
      if (target instanceof HTMLInputElement) target.select()
    },
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div
      role="group"
      aria-label={t('main:scheduleEdit.editBlock', { day: label })}
      className="block-inputs"
      onKeyDown={onKeyDown}
    >
      <label>
        {t('main:scheduleEdit.input.start')}
        <input
          {...input('from')}
          size={6}
          // biome-ignore lint/a11y/noAutofocus: the block was opened to be edited
          autoFocus
          onChange={(event) => setTyped({ ...typed, from: event.target.value })}
        />
      </label>
      <label>
        {t('main:scheduleEdit.input.end')}
        <input {...input('to')} size={6} onChange={(event) => setTyped({ ...typed, to: event.target.value })} />
      </label>
      <label htmlFor={valueId}>
        {t('main:scheduleEdit.input.value')}
        {states.some(({ value }) => value !== '') ? (
          <select
            {...input('value')}
            id={valueId}
            onChange={(event) => {
              const next = { ...typed, value: event.target.value }
              setTyped(next)
              apply(next)
            }}
          >
            {states.map(({ value, word }) => (
              <option key={value}>{word}</option>
            ))}
          </select>
        ) : (
          <input
            {...input('value')}
            id={valueId}
            size={9}
            placeholder={unitText(rule.facets.unit)}
            onChange={(event) => setTyped({ ...typed, value: event.target.value })}
          />
        )}
      </label>
      <Button small type="button" onClick={onSplit}>
        {t('main:scheduleEdit.split')}
      </Button>
      <Button small type="button" onClick={onRemove}>
        {t('main:scheduleEdit.removeBlock')}
      </Button>
      <Button small look="quiet" type="button" onClick={onClose}>
        {t('main:scheduleEdit.close')}
      </Button>
      {problem && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}
