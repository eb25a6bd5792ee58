const React = require("react");
export function Widget({ name, ...rest }) {
  const [open, setOpen] = useState(false);
  const toggle = () => setOpen(!open);
  return (
    <div {...rest} onClick={() => toggle()}>
      It's {name} / {open ? <b>don't</b> : "closed"}
    </div>
  );
}
export const Memo = React.memo(function Named(props) { return <Widget {...props} />; });
class Old extends React.Component { render() { return <p>Can't {"{"}</p>; } }
module.exports = { Widget };
