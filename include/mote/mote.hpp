/// @file mote.hpp
/// mote for C++17: a thin layer over the C interface, in this file alone. Objects own what they hold and release it, failures are
/// exceptions, arrays are spans. Types and options of the C interface are used as they are; handle() of each object is what the C
/// functions take, for everything that is not wrapped.

#ifndef MOTE_HPP
#define MOTE_HPP

#include <mote/mote.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace mote {

/// A failure of the library, with its message.
class error : public std::runtime_error {
  public:
    error(mote_result result, const char *message) : std::runtime_error(message), result_(result) {}
    mote_result result() const noexcept
    {
        return result_;
    }

  private:
    mote_result result_;
};

/// Throws unless the result is MOTE_OK.
inline void check(mote_result result)
{
    if (result != MOTE_OK) throw error(result, mote_last_message());
}

/// A view of an array that something else owns.
template <class T> class span {
  public:
    using value_type = std::remove_const_t<T>;

    span() noexcept = default;
    span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <class U> span(const std::vector<U> &v) noexcept : data_(v.data()), size_(v.size()) {}
    template <class U> span(std::vector<U> &v) noexcept : data_(v.data()), size_(v.size()) {}
    template <class U, std::size_t N>
    span(const std::array<U, N> &a) noexcept : data_(a.data()), size_(N)
    {
    }
    template <std::size_t N> span(T (&a)[N]) noexcept : data_(a), size_(N) {}

    T *data() const noexcept
    {
        return data_;
    }
    std::size_t size() const noexcept
    {
        return size_;
    }
    bool empty() const noexcept
    {
        return size_ == 0;
    }
    T *begin() const noexcept
    {
        return data_;
    }
    T *end() const noexcept
    {
        return data_ + size_;
    }
    T &operator[](std::size_t i) const
    {
        return data_[i];
    }
    span part(std::size_t first, std::size_t count) const
    {
        return {data_ + first, count};
    }

  private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

namespace detail {
template <auto Destroy> struct destroyer {
    template <class T> void operator()(T *object) const noexcept
    {
        Destroy(object);
    }
};
template <class T, auto Destroy> using owner = std::unique_ptr<T, destroyer<Destroy>>;
} // namespace detail

/// Positions as the C interface takes them. The array is not copied.
inline mote_positions positions(span<const mote_vec3> p, bool persistent = false)
{
    mote_positions out{};
    out.data = p.data();
    out.count = p.size();
    out.persistent = persistent;
    return out;
}

inline mote_positions positions(span<const mote_dvec3> p, bool persistent = false)
{
    mote_positions out{};
    out.data = p.data();
    out.count = p.size();
    out.type = MOTE_DOUBLE;
    out.persistent = persistent;
    return out;
}

// -------------------------------------------------------------------------------------------------

class world_number;

/// A body of one world: an id that knows its world. Every other world refuses it with MOTE_ERROR_ARGUMENT. A plain mote_body_id
/// does not know its world and is not accepted: mote::world::body turns it into a body of that world.
class body_id : public mote_body_id {
  public:
    /// No body.
    body_id() noexcept : mote_body_id{} {}
    /// For worlds that were made in C. Nothing checks that the id is of that world.
    body_id(mote_body_id id, const world_number &world) noexcept;

  private:
    friend class world_number;
    std::uint64_t world_ = 0; // 0 for no body
};

/// What tells the worlds of a program apart: every number that is made differs from all others, and a copy is the same number.
class world_number {
  public:
    world_number() noexcept : value_(next()) {}
    /// The id; throws if it is of another world.
    mote_body_id own(const body_id &body, const char *function) const
    {
        if (!body.world_) return {}; // which C refuses
        if (body.world_ != value_)
            throw error(MOTE_ERROR_ARGUMENT,
                        (std::string(function) + ": the body belongs to another world").c_str());
        return body;
    }

  private:
    friend class body_id;
    static std::uint64_t next() noexcept
    {
        static std::atomic<std::uint64_t> last{0};
        return ++last;
    }
    std::uint64_t value_;
};

inline body_id::body_id(mote_body_id id, const world_number &world) noexcept
    : mote_body_id(id), world_(world.value_)
{
}

/// A record of the C interface that names two bodies, which know their world here.
template <class Record> class with_bodies : public Record {
  public:
    with_bodies(const Record &record, const world_number &world) noexcept
        : Record(record), a(record.a, world), b(record.b, world)
    {
    }
    body_id a, b;
};

/// A record of the C interface that names one body, which knows its world here.
template <class Record> class with_body : public Record {
  public:
    with_body(const Record &record, const world_number &world) noexcept
        : Record(record), body(record.body, world)
    {
    }
    body_id body;
};

using pair_report = with_bodies<mote_pair_report>;
using manifold = with_bodies<mote_manifold>;
using feature_body_pair = with_bodies<mote_feature_body_pair>;
using swept_pair = with_bodies<mote_swept_pair>;
using surface_point = with_body<mote_surface_point>;
using body_face = with_body<mote_body_face>;
using body_step = with_body<mote_body_step>;

namespace detail {
template <class Marked, class Record> struct marking_iterator {
    using iterator_category = std::input_iterator_tag;
    using value_type = Marked;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = Marked;

    Marked operator*() const noexcept
    {
        return Marked(*at, world);
    }
    marking_iterator &operator++() noexcept
    {
        ++at;
        return *this;
    }
    marking_iterator operator++(int) noexcept
    {
        return {at++, world};
    }
    bool operator==(const marking_iterator &other) const noexcept
    {
        return at == other.at;
    }
    bool operator!=(const marking_iterator &other) const noexcept
    {
        return at != other.at;
    }

    const Record *at;
    world_number world;
};
} // namespace detail

/// An array of records of the C interface, which gives out each of them with bodies that know their world. Elements are values. The
/// array is a span of what something else owns, or a vector.
template <class Marked, class Array> class records {
  public:
    records(Array array, const world_number &world) : array_(std::move(array)), world_(world) {}

    /// As C has them: their ids do not know their world.
    const Array &raw() const noexcept
    {
        return array_;
    }
    std::size_t size() const noexcept
    {
        return array_.size();
    }
    bool empty() const noexcept
    {
        return array_.empty();
    }
    Marked operator[](std::size_t i) const
    {
        return Marked(array_[i], world_);
    }
    auto begin() const noexcept
    {
        return iterator{array_.data(), world_};
    }
    auto end() const noexcept
    {
        return iterator{array_.data() + array_.size(), world_};
    }

  private:
    using iterator = detail::marking_iterator<Marked, typename Array::value_type>;
    Array array_;
    world_number world_;
};

/// Records that belong to a world.
template <class Marked, class Record> using record_span = records<Marked, span<const Record>>;
/// Surface points that belong to the caller.
using surface_points = records<surface_point, std::vector<mote_surface_point>>;

// -------------------------------------------------------------------------------------------------

/// A mesh, which it creates and destroys.
class mesh {
  public:
    explicit mesh(const mote_mesh_def &def)
    {
        mote_mesh *made = nullptr;
        check(mote_mesh_create(&def, &made));
        mesh_.reset(made);
    }

    /// Three indices per triangle.
    mesh(span<const mote_vec3> vertices, span<const std::uint32_t> indices)
        : mesh(make_def(vertices, indices))
    {
    }

    const mote_mesh *handle() const noexcept
    {
        return mesh_.get();
    }

    mote_mesh_info info() const
    {
        mote_mesh_info out;
        mote_mesh_get_info(handle(), &out);
        return out;
    }

    mote_mesh_view view() const
    {
        mote_mesh_view out;
        mote_mesh_get_view(handle(), &out);
        return out;
    }

    mote_findings findings() const
    {
        mote_findings out;
        mote_mesh_get_findings(handle(), &out);
        return out;
    }

    bool contains(mote_vec3 point) const
    {
        return mote_mesh_contains(handle(), point);
    }

  private:
    static mote_mesh_def make_def(span<const mote_vec3> vertices, span<const std::uint32_t> indices)
    {
        mote_mesh_def def = mote_default_mesh_def();
        def.positions = positions(vertices);
        def.indices = indices.data();
        def.index_count = indices.size();
        return def;
    }

    detail::owner<mote_mesh, mote_mesh_destroy> mesh_;
};

/// Takes over a deformer that a C function has made (mote_skin_create and so on).
class deformer {
  public:
    explicit deformer(mote_deformer *made) noexcept : deformer_(made) {}
    mote_deformer *handle() const noexcept
    {
        return deformer_.get();
    }

  private:
    detail::owner<mote_deformer, mote_deformer_destroy> deformer_;
};

// -------------------------------------------------------------------------------------------------

/// What a world found. Valid until its next detect. If a report is made without the number of a world, every world refuses its
/// bodies.
class report {
  public:
    explicit report(const mote_report &r, const world_number &world = world_number()) noexcept
        : report_(r), world_(world)
    {
    }
    const mote_report &raw() const noexcept
    {
        return report_;
    }
    std::uint64_t hash() const noexcept
    {
        return report_.hash;
    }
    const mote_stats &stats() const noexcept
    {
        return report_.stats;
    }
    record_span<pair_report, mote_pair_report> pairs() const
    {
        return {{report_.pairs, report_.pair_count}, world_};
    }
    span<const mote_contact> contacts() const
    {
        return {report_.contacts, report_.contact_count};
    }
    span<const mote_segment> segments() const
    {
        return {report_.segments, report_.segment_count};
    }
    record_span<body_id, mote_body_id> invalid() const
    {
        return {{report_.invalid, report_.invalid_count}, world_};
    }
    span<const mote_face_pair> face_pairs() const
    {
        return {report_.face_pairs, report_.face_pair_count};
    }
    /// Those of one pair; empty if they are counted and not listed.
    span<const mote_face_pair> face_pairs(const mote_pair_report &pair) const
    {
        if (!report_.face_pair_count) return {};
        return face_pairs().part(pair.first_face_pair, pair.face_pair_count);
    }
    span<const mote_contact> contacts(const mote_pair_report &pair) const
    {
        return contacts().part(pair.first_contact, pair.contact_count);
    }

  private:
    mote_report report_;
    world_number world_;
};

/// Manifolds of the last detect, as mote/manifold.h says.
class manifolds {
  public:
    explicit manifolds(const mote_manifolds &m, const world_number &world = world_number()) noexcept
        : manifolds_(m), world_(world)
    {
    }
    record_span<manifold, mote_manifold> contacts() const
    {
        return {{manifolds_.manifolds, manifolds_.contact_count}, world_};
    }
    record_span<manifold, mote_manifold> ended() const
    {
        return {{manifolds_.manifolds + manifolds_.contact_count,
                 manifolds_.manifold_count - manifolds_.contact_count},
                world_};
    }
    span<mote_manifold_point> points() const
    {
        return {manifolds_.points, manifolds_.point_count};
    }
    span<mote_manifold_point> points(const mote_manifold &m) const
    {
        return points().part(m.first_point, m.point_count);
    }

  private:
    mote_manifolds manifolds_;
    world_number world_;
};

/// Features within a distance, as mote/features.h says. Valid until the next features of the world.
class features {
  public:
    explicit features(const mote_features &f, const world_number &world = world_number()) noexcept
        : features_(f), world_(world)
    {
    }
    const mote_features &raw() const noexcept
    {
        return features_;
    }
    record_span<feature_body_pair, mote_feature_body_pair> pairs() const
    {
        return {{features_.pairs, features_.pair_count}, world_};
    }
    span<const mote_near_pair> all() const
    {
        return {features_.features, features_.feature_count};
    }
    span<const mote_near_pair> vertex_face(const mote_feature_body_pair &p) const
    {
        return all().part(p.first, p.vertex_face_count);
    }
    span<const mote_near_pair> face_vertex(const mote_feature_body_pair &p) const
    {
        return all().part(p.first + p.vertex_face_count, p.face_vertex_count);
    }
    span<const mote_near_pair> edge_edge(const mote_feature_body_pair &p) const
    {
        return all().part(p.first + p.vertex_face_count + p.face_vertex_count, p.edge_edge_count);
    }
    void draw(const mote_debug_draw &d) const
    {
        check(mote_debug_draw_features(&d, &features_));
    }

  private:
    mote_features features_;
    world_number world_;
};

/// What a sweep found, with bodies that know their world. Valid until the next sweep of the world.
class sweep_report : public mote_sweep_report {
  public:
    explicit sweep_report(const mote_sweep_report &r,
                          const world_number &world = world_number()) noexcept
        : mote_sweep_report(r), world_(world)
    {
    }
    const mote_sweep_report &raw() const noexcept
    {
        return *this;
    }
    record_span<swept_pair, mote_swept_pair> pairs() const
    {
        return {{raw().pairs, pair_count}, world_};
    }
    record_span<body_step, mote_body_step> body_steps() const
    {
        return {{raw().body_steps, body_step_count}, world_};
    }
    record_span<body_id, mote_body_id> invalid() const
    {
        return {{raw().invalid, invalid_count}, world_};
    }

  private:
    world_number world_;
};

/// All hits of many rays: those of one ray follow each other.
class ray_hits {
  public:
    std::size_t size() const noexcept
    {
        return first_.size() - 1;
    }
    record_span<surface_point, mote_surface_point> operator[](std::size_t ray) const
    {
        return {{hits_.data() + first_[ray], first_[ray + 1] - first_[ray]}, world_};
    }

  private:
    friend class view;
    explicit ray_hits(const world_number &world) : world_(world) {}
    world_number world_;
    std::vector<std::size_t> first_;
    std::vector<mote_surface_point> hits_;
};

/// A frozen world (mote/view.h), from mote::world::freeze until it is destroyed: the world may change again then. Any number of
/// threads may use it. The world must outlive it.
class view {
  public:
    static constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
    static constexpr float far = std::numeric_limits<float>::infinity();

    /// A view of a world that was made in C. The view accepts bodies that were made with `number`.
    explicit view(mote_world *w, std::uint64_t mask = all,
                  const world_number &number = world_number())
        : number_(number)
    {
        check(mote_world_freeze(w, mask, &view_));
        world_.reset(w);
    }

    const mote_view *handle() const noexcept
    {
        return view_;
    }

    surface_points closest_points(span<const mote_vec3> points, float limit = far,
                                  std::uint64_t mask = all) const
    {
        std::vector<mote_surface_point> out(points.size());
        check(
            mote_view_closest_points(view_, mask, points.data(), points.size(), limit, out.data()));
        return {std::move(out), number_};
    }
    std::vector<std::int32_t> windings(const body_id &body, span<const mote_vec3> points) const
    {
        std::vector<std::int32_t> out(points.size());
        check(mote_view_windings(view_, number_.own(body, __func__), points.data(), points.size(),
                                 out.data()));
        return out;
    }
    std::vector<mote_signed_distance> signed_distances(const body_id &body,
                                                       span<const mote_vec3> points) const
    {
        std::vector<mote_signed_distance> out(points.size());
        check(mote_view_signed_distances(view_, number_.own(body, __func__), points.data(),
                                         points.size(), out.data()));
        return out;
    }
    surface_points rays(span<const mote_ray> rays, std::uint64_t mask = all) const
    {
        std::vector<mote_surface_point> out(rays.size());
        check(mote_view_rays(view_, mask, rays.data(), rays.size(), out.data()));
        return {std::move(out), number_};
    }
    bool is_blocked(const mote_ray &ray, std::uint64_t mask = all) const
    {
        bool out = false;
        check(mote_view_rays_blocked(view_, mask, &ray, 1, &out));
        return out;
    }
    /// `out` has an element per ray.
    void are_blocked(span<const mote_ray> rays, span<bool> out, std::uint64_t mask = all) const
    {
        if (out.size() != rays.size())
            throw std::invalid_argument("mote::view::are_blocked: one bool per ray is expected");
        check(mote_view_rays_blocked(view_, mask, rays.data(), rays.size(), out.data()));
    }
    ray_hits all_hits(span<const mote_ray> rays, std::uint64_t mask = all) const
    {
        ray_hits out(number_);
        out.first_.resize(rays.size() + 1);
        out.hits_.resize(4 * rays.size());
        mote_result result = hits_into(out, rays, mask);
        if (result == MOTE_ERROR_LIMIT && out.first_.back() > out.hits_.size()) {
            out.hits_.resize(out.first_.back());
            result = hits_into(out, rays, mask);
        }
        check(result);
        return out;
    }

  private:
    struct thaw {
        void operator()(mote_world *w) const noexcept
        {
            mote_world_thaw(w);
        }
    };

    mote_result hits_into(ray_hits &out, span<const mote_ray> rays, std::uint64_t mask) const
    {
        return mote_view_rays_all(view_, mask, rays.data(), rays.size(), out.first_.data(),
                                  out.hits_.data(), out.hits_.size());
    }

    world_number number_;
    const mote_view *view_ = nullptr;
    std::unique_ptr<mote_world, thaw> world_; // not owned: what its end does is thaw
};

/// A world, which it creates and destroys. Each function is that of the C interface with the same name.
class world {
  public:
    static constexpr std::uint64_t all = std::numeric_limits<std::uint64_t>::max();
    static constexpr float far = std::numeric_limits<float>::infinity();

    explicit world(const mote_world_def &def = mote_default_world_def())
    {
        mote_world *made = nullptr;
        check(mote_world_create(&def, &made));
        world_.reset(made);
    }

    mote_world *handle() const noexcept
    {
        return world_.get();
    }

    // Bodies. Meshes and deformers must outlive them.

    body_id add(const mote_body_def &def)
    {
        mote_body_id id;
        check(mote_body_create(handle(), &def, &id));
        return {id, number_};
    }
    body_id add(const mesh &m)
    {
        mote_body_def def = mote_default_body_def();
        def.mesh = m.handle();
        return add(def);
    }
    /// The body of this world that has the id, for ids that come from C; throws if there is none. An id of another world may have
    /// the same numbers (mote/world.h): it is for the caller to know that this one is of this world.
    body_id body(mote_body_id id) const
    {
        void *user_data;
        check(mote_body_get_user_data(handle(), id, &user_data));
        return {id, number_};
    }
    /// The same body, which exists; throws if it is of another world.
    body_id body(const body_id &known) const
    {
        return body(number_.own(known, __func__));
    }
    void remove(const body_id &body)
    {
        check(mote_body_destroy(handle(), number_.own(body, __func__)));
    }
    void set_positions(const body_id &body, const mote_positions &p)
    {
        check(mote_body_set_positions(handle(), number_.own(body, __func__), &p));
    }
    void set_deformer(const body_id &body, const deformer &d)
    {
        check(mote_body_set_deformer(handle(), number_.own(body, __func__), d.handle()));
    }
    void set_rest(const body_id &body)
    {
        check(mote_body_set_deformer(handle(), number_.own(body, __func__), nullptr));
    }
    void set_transform(const body_id &body, const mote_transform &t)
    {
        check(mote_body_set_transform(handle(), number_.own(body, __func__), &t));
    }
    void set_transform(const body_id &body, const mote_transform_double &t)
    {
        check(mote_body_set_transform_double(handle(), number_.own(body, __func__), &t));
    }
    void set_bounds(const body_id &body, const mote_box &box)
    {
        check(mote_body_set_bounds(handle(), number_.own(body, __func__), &box));
    }
    void set_mesh(const body_id &body, const mesh &m, span<const std::uint32_t> new_face_of = {})
    {
        check(mote_body_set_mesh(handle(), number_.own(body, __func__), m.handle(),
                                 new_face_of.data(), new_face_of.size()));
    }
    mote_transform transform(const body_id &body) const
    {
        mote_transform out;
        check(mote_body_get_transform(handle(), number_.own(body, __func__), &out));
        return out;
    }
    std::vector<mote_vec3> positions_of(const body_id &body) const
    {
        const mote_mesh *m = nullptr;
        mote_mesh_info info;
        check(mote_body_get_mesh(handle(), number_.own(body, __func__), &m));
        mote_mesh_get_info(m, &info);
        std::vector<mote_vec3> out(info.vertex_count);
        check(
            mote_body_get_positions(handle(), number_.own(body, __func__), out.data(), out.size()));
        return out;
    }
    std::vector<body_id> bodies() const
    {
        std::size_t count = 0;
        check(mote_world_get_bodies(handle(), nullptr, 0, &count));
        std::vector<mote_body_id> ids(count);
        check(mote_world_get_bodies(handle(), ids.data(), ids.size(), &count));
        std::vector<body_id> out;
        for (mote_body_id id : ids) out.emplace_back(id, number_);
        return out;
    }
    void ignore(const body_id &a, const body_id &b, bool ignored = true)
    {
        check(mote_world_ignore_pair(handle(), number_.own(a, __func__), number_.own(b, __func__),
                                     ignored));
    }

    // Frames.

    class report detect()
    {
        check(mote_world_detect(handle()));
        return report();
    }
    class report report() const
    {
        mote_report out;
        check(mote_world_report(handle(), &out));
        return mote::report(out, number_);
    }
    class manifolds manifolds() const
    {
        mote_manifolds out;
        check(mote_world_manifolds(handle(), &out));
        return mote::manifolds(out, number_);
    }
    void trim()
    {
        check(mote_world_trim(handle()));
    }
    void draw(const mote_debug_draw &d)
    {
        check(mote_world_draw(handle(), &d));
    }

    // Far from the origin.

    void set_origin(mote_dvec3 origin)
    {
        check(mote_world_set_origin(handle(), origin));
    }
    mote_dvec3 origin() const
    {
        mote_dvec3 out;
        check(mote_world_get_origin(handle(), &out));
        return out;
    }
    mote_vec3 to_local(mote_dvec3 p) const
    {
        return mote_world_to_local(handle(), p);
    }
    mote_dvec3 to_global(mote_vec3 p) const
    {
        return mote_world_to_global(handle(), p);
    }

    // Queries.

    mote_distance distance(const body_id &a, const body_id &b, float limit = far) const
    {
        mote_distance out;
        check(mote_world_distance(handle(), number_.own(a, __func__), number_.own(b, __func__),
                                  limit, &out));
        return out;
    }
    surface_point closest_point(const body_id &body, mote_vec3 point, float limit = far) const
    {
        mote_surface_point out;
        check(mote_world_closest_point(handle(), number_.own(body, __func__), point, limit, &out));
        return {out, number_};
    }
    surface_point ray(mote_vec3 origin, mote_vec3 direction, float t_max = far,
                      std::uint64_t mask = all) const
    {
        mote_surface_point out;
        check(mote_world_ray(handle(), origin, direction, t_max, mask, &out));
        return {out, number_};
    }
    record_span<body_face, mote_body_face> overlap(mote_vec3 center, float radius,
                                                   std::uint64_t mask = all) const
    {
        const mote_body_face *out = nullptr;
        std::size_t count = 0;
        check(mote_world_overlap_sphere(handle(), center, radius, mask, &out, &count));
        return {{out, count}, number_};
    }
    record_span<body_face, mote_body_face> overlap(const mote_box &box,
                                                   std::uint64_t mask = all) const
    {
        const mote_body_face *out = nullptr;
        std::size_t count = 0;
        check(mote_world_overlap_box(handle(), &box, mask, &out, &count));
        return {{out, count}, number_};
    }

    /// Vertex-face and edge-edge pairs at most this far apart.
    class features features(float distance, bool shared_vertex = false)
    {
        mote_features_def def = mote_default_features_def();
        def.distance = distance;
        def.shared_vertex = shared_vertex;
        mote_features out;
        check(mote_world_features(handle(), &def, &out));
        return mote::features(out, number_);
    }
    /// Nothing in the world may change until the view is destroyed.
    view freeze(std::uint64_t mask = all)
    {
        return view(handle(), mask, number_);
    }

    // Motions and sweeps.

    void set_motion(const body_id &body, const mote_motion &motion)
    {
        check(mote_body_set_motion(handle(), number_.own(body, __func__), &motion));
    }
    sweep_report sweep(const mote_sweep_def &def = mote_default_sweep_def())
    {
        check(mote_world_sweep(handle(), &def));
        mote_sweep_report out;
        check(mote_world_sweep_report(handle(), &out));
        return sweep_report(out, number_);
    }

    // Recordings.

    void record(const std::string &path)
    {
        check(mote_world_record_to_file(handle(), path.c_str()));
    }
    void record_stop()
    {
        check(mote_world_record_stop(handle()));
    }

    /// What tells it from the other worlds of the program.
    const world_number &number() const noexcept
    {
        return number_;
    }

  private:
    world_number number_;
    detail::owner<mote_world, mote_world_destroy> world_;
};

// -------------------------------------------------------------------------------------------------

/// Rigid motion and collision response. The world must outlive it; mote_dynamics_def.world is set here.
class dynamics {
  public:
    explicit dynamics(const world &w, mote_dynamics_def def = mote_default_dynamics_def())
        : number_(w.number())
    {
        mote_dynamics *made = nullptr;
        def.world = w.handle();
        check(mote_dynamics_create(&def, &made));
        dynamics_.reset(made);
    }
    mote_dynamics *handle() const noexcept
    {
        return dynamics_.get();
    }
    /// mote_rigid_def.body is set here.
    void add(const body_id &body, mote_rigid_def def = mote_default_rigid_def())
    {
        def.body = number_.own(body, __func__);
        check(mote_dynamics_add(handle(), &def));
    }
    void remove(const body_id &body)
    {
        check(mote_dynamics_remove(handle(), number_.own(body, __func__)));
    }
    mote_rigid get(const body_id &body) const
    {
        mote_rigid out;
        check(mote_dynamics_get(handle(), number_.own(body, __func__), &out));
        return out;
    }
    void set(const body_id &body, const mote_rigid &rigid)
    {
        check(mote_dynamics_set(handle(), number_.own(body, __func__), &rigid));
    }
    void step(double seconds)
    {
        check(mote_dynamics_step(handle(), seconds));
    }

  private:
    world_number number_;
    detail::owner<mote_dynamics, mote_dynamics_destroy> dynamics_;
};

// -------------------------------------------------------------------------------------------------

/// A recording that was read from a file or from memory.
class recording {
  public:
    explicit recording(const std::string &path)
    {
        mote_recording *opened = nullptr;
        check(mote_recording_open_file(path.c_str(), nullptr, &opened));
        recording_.reset(opened);
    }
    /// The bytes must stay until the recording is destroyed.
    explicit recording(span<const unsigned char> bytes)
    {
        mote_recording *opened = nullptr;
        check(mote_recording_open(bytes.data(), bytes.size(), nullptr, &opened));
        recording_.reset(opened);
    }
    const mote_recording *handle() const noexcept
    {
        return recording_.get();
    }
    mote_recording_info info() const
    {
        mote_recording_info out;
        mote_recording_get_info(handle(), &out);
        return out;
    }

  private:
    detail::owner<mote_recording, mote_recording_close> recording_;
};

/// The recording must outlive the player.
class player {
  public:
    explicit player(const recording &r, const mote_world_def *def = nullptr)
    {
        mote_player *made = nullptr;
        check(mote_player_create(r.handle(), def, &made));
        player_.reset(made);
    }
    mote_player *handle() const noexcept
    {
        return player_.get();
    }
    mote_played_frame step()
    {
        mote_played_frame out;
        check(mote_player_step(handle(), &out));
        return out;
    }
    class report report() const
    {
        mote_report out;
        check(mote_world_report(mote_player_world(handle()), &out));
        return mote::report(out, number_);
    }

  private:
    world_number number_;
    detail::owner<mote_player, mote_player_destroy> player_;
};

} // namespace mote

#endif
