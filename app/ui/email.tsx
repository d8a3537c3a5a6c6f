import { Fragment } from 'react'

/** An address of a person, which a narrow place breaks after its @ and before its dots, and in mid-word only if it must. */
export function Email({ children }: { children: string }) {
  const parts = children.split(/(?<=@)|(?=\.)/)
  return (
    <bdi className="wrap-break-word">
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text stay where they are
        <Fragment key={place}>
          {place > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  )
}
