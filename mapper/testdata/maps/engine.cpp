#include <vector>
namespace engine {
namespace {
const char* kText = R"x(class NotOne { )x";
}

/// A part.
template <typename T, int N = 4>
class Part final : public Base<T>, private Other {
public:
  Part() : a_{1}, b_(2) {}
  explicit Part(int a) noexcept;
  ~Part() = default;
  virtual int size() const override { return N; }
  bool operator==(const Part& other) const;
  operator bool() const { return true; }
  struct Inner { int x; };
private:
  int a_ = 1'000, b_;
};

template <typename T, int N>
bool Part<T, N>::operator==(const Part& other) const
{
  struct Local { void run() {} };
  return true;
}

enum class Mode : unsigned char { Fast, Slow };
using Parts = std::vector<Part<int>>;

auto make(int n) -> Part<int>* { return nullptr; }
}  // namespace engine

extern "C" {
int engine_start(void) { return 0; }
}
TEST_F(EngineTest, Starts) {
  EXPECT_TRUE(true);
}

ENGINE_NAMESPACE_BEGIN
namespace plain
{
struct Kept {};
}  // namespace plain
ENGINE_NAMESPACE_END

ENGINE_WARNING_PUSH(4251)
#ifdef ENGINE_DEBUG
ENGINE_NAMESPACE_BEGIN
#endif
ENGINE_EXPORT namespace behind {
class ENGINE_EXPORT Shown {
  ENGINE_PRIVATE_UNLESS_TESTED:
  union value { int i; };
};
ENGINE_EXPORT struct Other {
};
struct in_addr Shown::address() const {
  return address_;
}
}
