const operator = {
  title: 'Operator',
}

export default operator
