/** Search above an equipment form, for options that are not all listed. */
import { TextInput } from '~/ui/field'
import { Filters } from '~/ui/form'
import { Notice } from '~/ui/notice'

interface OptionSearchProps {
  /** The current search. */
  q: string | undefined
  /** Some options are missing. */
  isCut: boolean
  /** Address of the form without a search. */
  clearHref: string
  label: string
  hint: string
  /** Message that options are missing. */
  cutText: string
}

/** Renders nothing if all options are listed. */
export function OptionSearch({ q, isCut, clearHref, label, hint, cutText }: OptionSearchProps) {
  if (!isCut && !q) return null
  return (
    <>
      {isCut && (
        <Notice tone="info" quiet>
          {cutText}
        </Notice>
      )}
      <Filters clearHref={q ? clearHref : undefined}>
        <TextInput name="q" type="search" label={label} hint={hint} defaultValue={q} maxLength={200} />
      </Filters>
    </>
  )
}

/** Returns the search of the address, at most 200 characters. */
export function parseOptionSearch(request: Request): string | undefined {
  return new URL(request.url).searchParams.get('q')?.trim().slice(0, 200) || undefined
}
