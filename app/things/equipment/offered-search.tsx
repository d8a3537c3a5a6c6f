/** Looking for what a form of equipment offers, where that is not all there is: before the form is filled in. */
import { TextInput } from '~/ui/field'
import { Filters } from '~/ui/form'
import { Notice } from '~/ui/notice'

interface OfferedSearchProps {
  /** What was looked for. */
  q: string | undefined
  /** Not all of it is offered. */
  isCut: boolean
  /** The form without a search. */
  here: string
  label: string
  hint: string
  /** What is missing, in words. */
  cut: string
}

/** Nothing where everything is offered anyway. */
export function OfferedSearch({ q, isCut, here, label, hint, cut }: OfferedSearchProps) {
  if (!isCut && !q) return null
  return (
    <>
      {isCut && (
        <Notice tone="info" quiet>
          {cut}
        </Notice>
      )}
      <Filters clearHref={q ? here : undefined}>
        <TextInput name="q" type="search" label={label} hint={hint} defaultValue={q} maxLength={200} />
      </Filters>
    </>
  )
}

/** What an address looks for. */
export function soughtIn(request: Request): string | undefined {
  return new URL(request.url).searchParams.get('q')?.trim().slice(0, 200) || undefined
}
