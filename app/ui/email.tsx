import { Fragment } from 'react'

/** An e-mail address that wraps after its @ and before its dots, and within a word only if necessary. */
export function Email({ children }: { children: string }) {
  const parts = children.split(/(?<=@)|(?=\.)/)
  return (
    <bdi className="wrap-break-word">
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
        <Fragment key={place}>
          {place > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  )
}
