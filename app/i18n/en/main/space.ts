const space = {}

export default space
