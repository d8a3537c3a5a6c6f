/** One day, or the times of one exception: a strip of 24 hours and the same as a line of text, which is posted. */
import './schedule.css'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useT } from '~/i18n/use-t'
import type { BlockTone } from '~/ui/chart/day-strip'
import { FieldError, inputAttributes } from '~/ui/field'
import { fieldId } from '~/ui/field-id'
import { BlockInputs } from './block-inputs'
import { type DayBlock, splitBlock, toBlocks, toIntervals } from './day-blocks'
import { formatLine, type LineRule, lineProblemText, maxLineLength, parseLine } from './day-line'
import { StripEditor } from './strip-editor'
import type { LinesEditor } from './use-lines'

/** The element that says how a line is written. */
export const lineHintId = 'line-hint'

interface LineRowProps {
  /** The posted name of the line. */
  name: string
  label: string
  /** The label in the row, where it is shorter. */
  short?: string
  editor: LinesEditor
  rule: LineRule
  toneOf(value: string): BlockTone
  /** The value of a block that is drawn on an empty day. */
  firstValue: string
  /** The problem of the posted line. */
  error: string | undefined
  isFocused: boolean
  /** Buttons after the line. */
  children?: ReactNode
}

export function LineRow(props: LineRowProps) {
  const { name, label, short = label, editor, rule, toneOf, firstValue, isFocused, children } = props
  const { error: postedError } = props
  const t = useT()
  const selected = editor.selected?.name === name ? editor.selected.at : null
  const line = editor.lines[name] ?? ''
  const { intervals, problems } = parseLine(line, rule)
  const blocks = toBlocks(intervals)
  const block = selected === null ? undefined : blocks[selected]
  const [opened] = useState(line)
  const [isLeft, setLeft] = useState(true)
  const ownError = isLeft && problems.length > 0 ? lineProblemText(problems, rule) : undefined
  const error = editor.isLive ? (ownError ?? (line === opened ? postedError : undefined)) : postedError
  const attributes = inputAttributes({ name, error })
  const draft = (changed: readonly DayBlock[]) => editor.draft({ [name]: formatLine(toIntervals(changed), rule) })
  const save = (changed: readonly DayBlock[]) => {
    draft(changed)
    editor.commit()
  }
  const focusLine = () => document.getElementById(fieldId(name))?.focus()
  const remove = (at: number) => {
    save(blocks.filter((_, index) => index !== at))
    editor.select(null)
    focusLine()
  }
  /** A valid line is written the same way everywhere once it is left. */
  const tidy = () => {
    if (editor.isLive && problems.length === 0) editor.draft({ [name]: formatLine(intervals, rule) })
    editor.commit()
    setLeft(true)
  }
  const undoKey = (event: KeyboardEvent) => {
    if (
      event.key.toLowerCase() !== 'z' ||
      !(event.ctrlKey || event.metaKey) ||
      event.target instanceof HTMLInputElement
    )
      return
    event.preventDefault()
    editor.undo()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl Z of the controls inside, beside the button for it
    <div className="line-row" onKeyDown={undoKey}>
      <label htmlFor={attributes.id} className="line-label">
        <span aria-hidden={short === label ? undefined : true}>{short}</span>
        {short !== label && <span className="sr-only">{label}</span>}
      </label>
      <StripEditor
        label={label}
        blocks={blocks}
        rule={rule}
        isLive={editor.isLive && problems.length === 0}
        isStale={problems.length > 0}
        firstValue={blocks.at(-1)?.value ?? firstValue}
        toneOf={toneOf}
        selected={selected}
        onDraft={draft}
        onCommit={editor.commit}
        onSelect={(at) => editor.select({ name, at })}
        onRemove={remove}
      />
      <div className="line-text">
        <input
          type="text"
          {...attributes}
          aria-describedby={[attributes['aria-describedby'], lineHintId].filter(Boolean).join(' ')}
          className="control"
          value={line}
          onChange={(event) => {
            setLeft(false)
            editor.draft({ [name]: event.target.value })
          }}
          onBlur={tidy}
          maxLength={maxLineLength}
          autoComplete="off"
          spellCheck={false}
          placeholder={t('main:scheduleEdit.noInterval')}
          // biome-ignore lint/a11y/noAutofocus: the line that a button has just changed
          autoFocus={isFocused ? true : undefined}
        />
        {error && <FieldError name={name} error={error} />}
      </div>
      {children && <div className="line-buttons">{children}</div>}
      {block && selected !== null && editor.isLive && (
        <BlockInputs
          key={selected}
          label={label}
          block={block}
          rule={rule}
          onChange={(changed) => save(blocks.map((one, at) => (at === selected ? changed : one)))}
          onSplit={() => save(splitBlock(blocks, selected))}
          onRemove={() => remove(selected)}
          onClose={() => {
            editor.select(null)
            focusLine()
          }}
        />
      )}
    </div>
  )
}
